/**
 * Read a stream of server-sent events until it ends. `hear` gets the data of each event; `alive` is called for each
 * received piece, heartbeats too.
 */
export async function readFrames(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  hear: (data: unknown) => void,
  alive: () => void = () => {},
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    alive();
    const frames = (text + value).split(/\r?\n\r?\n/);
    text = frames.pop() ?? '';
    for (const data of frames.map(dataOf)) if (data) hear(JSON.parse(data));
  }
}

const dataOf = (frame: string): string =>
  frame
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n');
