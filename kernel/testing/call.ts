import { type IncomingHttpHeaders, type OutgoingHttpHeaders, Agent, request } from 'node:http';
import type { FastifyInstance } from 'fastify';

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

const headersOf = (given: IncomingHttpHeaders | OutgoingHttpHeaders): Headers =>
  new Headers(
    Object.entries(given).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [String(value ?? '')]).map((one): [string, string] => [name, one]),
    ),
  );

const typeOf = (body: string | undefined): Record<string, string> =>
  body === undefined
    ? {}
    : { 'Content-Type': 'text/plain;charset=UTF-8', 'Content-Length': String(Buffer.byteLength(body)) };

/** One call of a server in this process, without a socket. A stream that has no end is asked for by `sendRequest`. */
export async function injectRequest(
  inject: FastifyInstance['inject'],
  method: string,
  path: string,
  { headers, body }: Sent = {},
): Promise<Heard> {
  const answer = await inject({
    method: method as 'GET',
    url: path,
    headers: { Accept: '*/*', ...typeOf(body), ...headers },
    ...(body !== undefined && { payload: body }),
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    get headers() {
      return headersOf(answer.headers);
    },
  };
}

/**
 * One call of a test. Tests make hundreds of thousands, and `fetch` takes 0.4 ms of CPU for each, three times as long as what it
 * is asked for; this takes 0.1. It follows no redirect and asks for nothing compressed.
 */
export function sendRequest(base: string, method: string, path: string, { headers, body }: Sent = {}): Promise<Heard> {
  const { hostname, port, pathname, search } = new URL(base + path);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path: pathname + search,
        method,
        agent: lines,
        headers: { Accept: '*/*', ...typeOf(body), ...headers },
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
