import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { PartOptions, StandingBy } from '#kernel/server';

/**
 * On a standby machine, answer 503 `standby` on the HTTP port for devices. A load balancer then sends devices to the
 * process that serves them.
 */
export async function openStandbyDoor({ host, devices }: Pick<PartOptions, 'host' | 'devices'>): Promise<StandingBy> {
  const { httpPort, tls } = devices;
  if (httpPort === 0) return { stop: async () => undefined };
  const server = tls
    ? (createHttps({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) }) as unknown as Server)
    : createServer();
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.on('request', (_request, response) => {
    response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '5', Connection: 'close' });
    response.end(JSON.stringify({ code: 503, reason: 'standby' }));
  });
  await new Promise<void>((resolve) => {
    // If the port is taken, the serving process runs on this machine and answers there: that is no error.
    server.on('error', () => resolve());
    server.listen(httpPort, host, resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
