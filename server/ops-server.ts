import { type RequestListener, createServer } from 'node:http';
import type { App } from '#kernel/server/app.ts';
import { Metrics } from '#kernel/server/http/metrics.ts';
import { mayReadMetrics } from '#kernel/server/http/ops-routes.ts';
import type { OwnedPart } from '#kernel/server/jobs/parts/owned-part.ts';

const AGAIN_MS = 30_000;

/** Options of the port for health checks and metrics, in a process without calls. */
interface OpsOptions {
  readonly app: App;
  readonly host: string;
  /** 0: the port is not opened. */ readonly port: number;
  readonly parts: readonly OwnedPart[];
  say(line: readonly [zh: string, en: string]): void;
}

/** The open port for health checks and metrics. */
export interface OpsServer {
  /** Report `/readyz` as stopping from now on. */ drain(): void;
  stop(): Promise<void>;
}

type Answer = readonly [status: number, type: string, body: string];

const statusAnswer = (status: number, word: string): Answer => [
  status,
  'application/json',
  JSON.stringify({ status: word }),
];

/**
 * Return the answer of `/readyz`. A gateway is ready when it serves devices, even without the database. A worker needs
 * the database.
 */
async function readiness(app: App, parts: readonly OwnedPart[], isStopping: boolean): Promise<Answer> {
  if (isStopping) return statusAnswer(503, 'stopping');
  const devices = parts.find((part) => part.name === 'devices');
  if (devices) return devices.state === 'running' ? statusAnswer(200, 'ok') : statusAnswer(503, devices.state);
  return app.db
    .platform((sql) => sql.query('select 1'))
    .then(
      () => statusAnswer(200, 'ok'),
      () => statusAnswer(503, 'database unreachable'),
    );
}

/** Open `/healthz`, `/readyz` and `/metrics` of a gateway or worker. A port in use is tried again. */
export function openOpsServer({ app, host, port, parts, say }: OpsOptions): OpsServer {
  const metrics = new Metrics();
  let isStopping = false;
  const work = async (path: string, request: Parameters<typeof mayReadMetrics>[0]): Promise<Answer> => {
    if (path === '/healthz') return statusAnswer(200, 'ok');
    if (path === '/readyz') return readiness(app, parts, isStopping);
    if (path !== '/metrics') return statusAnswer(404, 'no such path');
    if (!mayReadMetrics(request, app.settings.metricsToken)) return statusAnswer(403, 'forbidden');
    return [200, 'text/plain; version=0.0.4', await metrics.text()];
  };
  const listener: RequestListener = (request, response) => {
    const { headers, socket } = request;
    void work((request.url ?? '').split('?')[0], { ip: socket.remoteAddress ?? '', headers })
      .catch(() => statusAnswer(503, 'later'))
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
