import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { coreCalls, coreContracts } from './calls/core.calls.ts';
import { implementRoute } from './calls/implement.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { labelIn } from '#kernel/language/label.ts';
import type { App } from '../app.ts';
import { closing } from '../ports/guarded-calls.ts';
import { http as refuse } from '../refusals.ts';
import { readArrival } from '../jobs/arrival.ts';
import type { Metrics } from './metrics.ts';
import { openApi } from './openapi/openapi.ts';
import type { Actor } from '../session/actor.ts';
import type { OpenCall, Route } from './route.ts';

const isLocal = (ip: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(ip);

type Caller = Pick<OpenCall['request'], 'ip' | 'headers'>;

/** Is the caller on this machine? A proxy on this machine forwards calls of others, so those are excluded. */
const isOwnMachine = ({ ip, headers }: Caller): boolean =>
  isLocal(ip) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  headers['x-real-ip'] === undefined;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compare digests: they have one length, and the time of the comparison reveals nothing. */
const isKnown = (header: string | undefined, token: string | null): boolean =>
  token !== null && timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));

/** May a caller read the figures of this process? From this machine, or with the token. */
export const mayReadMetrics = (request: Caller, token: string | null): boolean =>
  isOwnMachine(request) || isKnown(request.headers.authorization, token);

/** Number of calls listed; beyond that, the answer is their count. */
const NAMED = 50;

/**
 * Return the calls whose path or title contains `q`. With `path`, return those that a pattern for guarded calls would
 * match.
 */
function callsLike(
  query: CallInputOf<typeof coreCalls.calls>,
  { language }: Pick<Actor, 'language'>,
  routes: readonly Route[],
): CallAnswer<typeof coreCalls.calls> {
  const method = query.method.toUpperCase() || undefined;
  const part = query.q.trim().toLowerCase();
  const fits = (route: Route): boolean =>
    query.path
      ? closing(route, [{ method, path: query.path }]).length > 0
      : [route.path, ...route.summary].some((one) => one.toLowerCase().includes(part));
  const found = routes.filter((route) => route.needs !== 'anonymous' && fits(route));
  return {
    count: found.length,
    calls: found.slice(0, NAMED).map((route) => ({
      method: route.method,
      path: `/${route.path}`,
      summary: labelIn(route.summary, language),
    })),
  };
}

/** Calls for operators: liveness, readiness, metrics, and the list of calls. */
export function opsRoutes(
  app: App,
  metrics: Metrics,
  routes: readonly Route[],
  { isStopping = () => false }: { /** No new calls are wanted. */ readonly isStopping?: () => boolean } = {},
): Route[] {
  const open = (
    path: string,
    summary: readonly [string, string],
    work: (call: OpenCall) => Promise<unknown>,
    contract: Route['contract'] = coreContracts.health,
  ): Route => ({ method: 'GET', path: `../${path}`, needs: 'anonymous', summary, raw: true, contract, open: work });
  return [
    open('healthz', ['进程', 'Process'], async () => ({ status: 'ok' })),
    open('readyz', ['依赖', 'Dependencies'], async (call) => {
      if (isStopping()) {
        void call.reply.status(503);
        return { status: 'stopping' };
      }
      try {
        const demo = await readArrival(app);
        return { status: 'ok', ...(demo && { demo }) };
      } catch {
        void call.reply.status(503);
        return { status: 'database unreachable' };
      }
    }),
    open(
      'metrics',
      ['指标', 'Metrics'],
      async (call) => {
        if (!mayReadMetrics(call.request, app.settings.metricsToken)) throw refuse.forbidden();
        void call.reply.type('text/plain; version=0.0.4');
        return metrics.text();
      },
      coreContracts.metrics,
    ),
    implementRoute(coreCalls.calls, async (query, { actor }) => callsLike(query, actor, routes)),
    {
      method: 'GET',
      path: 'docs/openapi.json',
      contract: coreContracts.document,
      needs: 'person',
      summary: ['接口描述', 'Description of all calls'],
      raw: true,
      work: async (call) => openApi(app, routes, call.actor.language),
    },
  ];
}
