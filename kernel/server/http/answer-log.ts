import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Label } from '#kernel/language/label.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Tenancy } from '../database/database.ts';
import type { Statements, Trace } from '../database/trace.ts';
import { routeOf } from './route.ts';

/** A call that was answered, for whoever keeps a log of them: what it was and how it went, never what was sent or told. */
export interface Answered {
  readonly method: string;
  /** The route, with its places unfilled: `/api/blade-system/user/:id`. */
  readonly route: string;
  /** What the call is. */
  readonly summary: Label;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  /** The address of this server that was called. */
  readonly serverIp: string;
  readonly agent: string;
  readonly requestId: string;
  /** The names of the parameters in the address. */
  readonly names: readonly string[];
  /** Who called, where that was found out. */
  readonly who?: CallOutcome | undefined;
  /** What broke, where something did. */
  readonly fault?: Error | undefined;
  /** What was asked of the database, by kind. */
  readonly statements?: readonly Statements[] | undefined;
}

/** Of who called, what a log says; who logs in is known when he is in. */
export interface CallOutcome {
  readonly tenancy: Tenancy;
  readonly person: Pick<Person, 'id' | 'name'>;
}

interface Known {
  who?: CallOutcome;
  fault?: Error;
  summary?: Label;
  trace?: Trace;
}

const known = new WeakMap<FastifyRequest, Known>();

/** What the door finds out about a request on its way. */
export function note(request: FastifyRequest, more: Known): void {
  const noted = known.get(request);
  if (noted) Object.assign(noted, more);
  else known.set(request, { ...more });
}

/** Does the log print the steps of acts? */
export const printsSteps = ({ log }: FastifyRequest): boolean => log.level === 'debug' || log.level === 'trace';

/** Tells of every answered call of the API. */
export function logAnswered(fastify: FastifyInstance, heard: (one: Answered) => void): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request);
    if (!route?.startsWith('/api/')) return;
    const { summary = ['', ''], who, fault, trace } = known.get(request) ?? {};
    if (trace?.countsSteps) request.log.debug({ steps: trace.steps }, 'steps');
    heard({
      method: request.method,
      route,
      summary,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      ip: request.ip,
      serverIp: request.socket.localAddress ?? '',
      agent: String(request.headers['user-agent'] ?? ''),
      requestId: request.id,
      names: Object.keys((request.query ?? {}) as object),
      who,
      fault,
      statements: trace?.statements,
    });
  });
}
/** Letters of a fault that are printed. */
const MOST_PRINTED = 20_000;

/** Digits in rows, and what looks like an address of mail, are somebody's: they do not stand in a log. */
export const withoutPeople = (text: string): string =>
  text
    .replaceAll(/\d{7,}/g, (digits) => `${digits.slice(0, 2)}…`)
    .replaceAll(/[\w.+-]{0,64}@[\w-]{1,63}\.[\w.]{1,190}/g, '…@…')
    .replaceAll(/(bearer|token|password|secret|ticket|sig)([=:\s"']{1,40})[^\s&"',)]+/gi, '$1$2…')
    .replaceAll('\0', '');

/** At most so many letters of a text, without people. It is shortened first, with some to spare: half an address at the cut is gone as well. */
export const shortWithoutPeople = (text: string, most: number): string =>
  withoutPeople(text.slice(0, most + 300)).slice(0, most);

/** A fault as it is printed: what people typed may stand in its words. */
export const printed = (error: Error): { readonly message: string; readonly stack: string } => ({
  message: shortWithoutPeople(error.message, MOST_PRINTED),
  stack: shortWithoutPeople(error.stack ?? '', MOST_PRINTED),
});
