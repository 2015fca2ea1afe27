import { connect } from 'node:net';
import type { TestServer } from '#kernel/testing/test-server.ts';

/** Send bytes exactly as written, without normalization. */
const raw = (server: TestServer, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.base);
    const socket = connect(Number(port), hostname, () => {
      socket.write(text);
    });
    let response = '';
    socket.on('data', (part) => {
      response += part.toString('latin1');
    });
    socket.on('end', () => {
      resolve(response);
    });
    socket.on('error', reject);
  });

/** Request a path exactly as it is written. */
export const rawCalls =
  (server: TestServer) =>
  (path: string, headers: Record<string, string> = {}): Promise<string> =>
    raw(
      server,
      `GET ${path} HTTP/1.1\r\n${Object.entries({ Host: 'localhost', ...headers, Connection: 'close' })
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')}\r\n\r\n`,
    );

export const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
