import { type IncomingHttpHeaders, Agent, request } from 'node:http';

/** What came back, as text. */
export interface Heard {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** What goes along: text as it stands. */
interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Lines stay open from call to call, as those of a browser do. */
const lines = new Agent({ keepAlive: true });

const headersOf = (given: IncomingHttpHeaders): Headers =>
  new Headers(
    Object.entries(given).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
    ),
  );

/**
 * One call of a test. Tests make hundreds of thousands, and `fetch` takes 0.4 ms of CPU for each, three times as long as what it
 * is asked for; this takes 0.1. It follows no redirect and asks for nothing compressed.
 */
export function sendRequest(base: string, method: string, path: string, { headers, body }: Sent = {}): Promise<Heard> {
  const { hostname, port, pathname, search } = new URL(base + path);
  return new Promise((resolve, reject) => {
    const told =
      body === undefined
        ? {}
        : { 'Content-Type': 'text/plain;charset=UTF-8', 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request(
      {
        hostname,
        port,
        path: pathname + search,
        method,
        agent: lines,
        headers: { Accept: '*/*', ...told, ...headers },
      },
      (answer) => {
        let text = '';
        const heard = (): void =>
          resolve({
            status: answer.statusCode ?? 0,
            text,
            get headers() {
              return headersOf(answer.headers);
            },
          });
        // A stream of events has no end: it is left as soon as it answers.
        if (answer.headers['content-type']?.includes('event-stream')) {
          heard();
          answer.destroy();
          return;
        }
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => {
            text += part;
          })
          .on('error', reject)
          .on('end', heard);
      },
    );
    sent.on('error', reject).end(body);
  });
}
