import { type RequestListener, createServer } from 'node:http';
import type { App } from '#kernel/server/app.ts';
import { Metrics } from '#kernel/server/http/metrics.ts';
import { mayReadMetrics } from '#kernel/server/http/ops-routes.ts';
import type { OwnedPart } from '#kernel/server/jobs/parts/owned-part.ts';

const AGAIN_MS = 30_000;

/** What a process without calls is asked by whoever runs it. */
interface OpsOptions {
  readonly app: App;
  readonly host: string;
  /** 0 is off. */ readonly port: number;
  readonly parts: readonly OwnedPart[];
  say(line: readonly [zh: string, en: string]): void;
}

/** The ops port of a process, as it runs. */
export interface OpsServer {
  /** From now on it is not ready. */ drain(): void;
  stop(): Promise<void>;
}

type Answer = readonly [status: number, type: string, body: string];

const told = (status: number, word: string): Answer => [status, 'application/json', JSON.stringify({ status: word })];

/** Is the process ready? A gateway is when it serves the devices, also while the database is away; any other when it reaches the database. */
async function readiness(app: App, parts: readonly OwnedPart[], isStopping: boolean): Promise<Answer> {
  if (isStopping) return told(503, 'stopping');
  const devices = parts.find((part) => part.name === 'devices');
  if (devices) return devices.state === 'running' ? told(200, 'ok') : told(503, devices.state);
  return app.db
    .platform((sql) => sql.query('select 1'))
    .then(
      () => told(200, 'ok'),
      () => told(503, 'database unreachable'),
    );
}

/** Opens `/healthz`, `/readyz` and `/metrics` of a gateway or worker; a port that is taken is tried again. */
export function openOpsServer({ app, host, port, parts, say }: OpsOptions): OpsServer {
  const metrics = new Metrics();
  let isStopping = false;
  const work = async (path: string, request: Parameters<typeof mayReadMetrics>[0]): Promise<Answer> => {
    if (path === '/healthz') return told(200, 'ok');
    if (path === '/readyz') return readiness(app, parts, isStopping);
    if (path !== '/metrics') return told(404, 'no such path');
    if (!mayReadMetrics(request, app.settings.metricsToken)) return told(403, 'forbidden');
    return [200, 'text/plain; version=0.0.4', await metrics.text()];
  };
  const listener: RequestListener = (request, response) => {
    const { headers, socket } = request;
    void work((request.url ?? '').split('?')[0], { ip: socket.remoteAddress ?? '', headers })
      .catch(() => told(503, 'later'))
      .then(([status, type, body]) => {
        response.writeHead(status, { 'Content-Type': type });
        response.end(body);
      });
  };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000 }, listener);
  let again: NodeJS.Timeout | undefined;
  let hasSaid = false;
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (!hasSaid)
      say([
        `运维端口 ${port}（OPS_PORT）打不开（${error.code ?? ''}），每 30 秒再试一次。`,
        `Port ${port} (OPS_PORT) cannot be opened (${error.code ?? ''}); it is tried again every 30 seconds.`,
      ]);
    hasSaid = true;
    again = setTimeout(() => server.listen(port, host), AGAIN_MS);
    again.unref();
  });
  if (port > 0) server.listen(port, host);
  return {
    drain: () => {
      isStopping = true;
    },
    stop: () =>
      new Promise((resolve) => {
        clearTimeout(again);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
