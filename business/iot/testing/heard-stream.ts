import type { TestCaller } from '#kernel/testing/test-server.ts';

const DATA = 'data: ';

/** An open stream of events, as a page hears it; for tests only. */
export interface HeardStream {
  readonly status: number;
  /** All events so far. */ heard(): Record<string, unknown>[];
  stop(): void;
}

/** Open the stream at a path as a person. */
export async function hearStream(by: TestCaller, path: string): Promise<HeardStream> {
  const stop = new AbortController();
  const response = await fetch(`${by.base}/api/${path}`, {
    headers: { 'Blade-Auth': `bearer ${by.token}`, 'Tenant-Id': by.tenantId },
    signal: stop.signal,
  });
  let text = '';
  void (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
  })().catch(() => undefined);
  return {
    status: response.status,
    heard: () =>
      text
        .split('\n')
        .filter((line) => line.startsWith(DATA))
        .map((line) => JSON.parse(line.slice(DATA.length)) as Record<string, unknown>),
    stop: () => stop.abort(),
  };
}
