import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { PartOptions, StandingBy } from '#kernel/server';

/** Answers 503 `standby` where devices call by HTTP: a balancer learns that another process serves them. */
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
    // Where the owner runs on the same machine, its own answer is heard on this port.
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
