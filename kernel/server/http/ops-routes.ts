import { createHash, timingSafeEqual } from 'node:crypto';
import type { House } from '../house.ts';
import { http as refuse } from '../refusals.ts';
import type { Metrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import type { OpenCall, Route } from './route.ts';

const isLocal = (ip: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(ip);

/** A proxy on this machine calls from here for everybody: who comes by one is no neighbour. */
const isOwnMachine = ({ ip, headers }: OpenCall['request']): boolean => isLocal(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined && headers['x-real-ip'] === undefined;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared by their sums, which are of one length and tell nothing by the time they take. */
const isKnown = (given: string | undefined, token: string | null): boolean => token !== null && timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`));

/** What those who run the server ask: is it alive, is it ready, how does it do, what can it be asked. */
export function opsRoutes(house: House, metrics: Metrics, routes: readonly Route[]): Route[] {
  const open = (path: string, summary: readonly [string, string], work: (call: OpenCall) => Promise<unknown>): Route =>
    ({ method: 'GET', path: `../${path}`, needs: 'anonymous', summary, raw: true, open: work });
  return [
    open('healthz', ['进程', 'Process'], async () => ({ status: 'ok' })),
    open('readyz', ['依赖', 'Dependencies'], async (call) => {
      try {
        await house.db.platform((sql) => sql.query('select 1'));
        return { status: 'ok' };
      } catch {
        void call.reply.status(503);
        return { status: 'database unreachable' };
      }
    }),
    open('metrics', ['指标', 'Metrics'], async (call) => {
      if (!isOwnMachine(call.request) && !isKnown(call.request.headers.authorization, house.settings.metricsToken)) throw refuse.forbidden();
      void call.reply.type('text/plain; version=0.0.4');
      return metrics.text();
    }),
    { method: 'GET', path: 'docs/openapi.json', needs: 'person', summary: ['接口描述', 'Description of all calls'], raw: true, work: async (call) => openApi(house, routes, call.actor.language) },
  ];
}
