import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Label } from '#kernel/language/label.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Tenancy } from '../database/database.ts';
import type { Statements, Trace } from '../database/trace.ts';
import { routeOf } from './route.ts';

/** An answered call, for the log: its route and outcome. It holds no input and no answer. */
export interface Answered {
  readonly method: string;
  /** The route with its placeholders instead of values: `/api/blade-system/user/:id`. */
  readonly route: string;
  /** Title of the call. */
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
  /** The caller, where known. */
  readonly who?: CallOutcome | undefined;
  /** The error, where the call failed. */
  readonly fault?: Error | undefined;
  /** Database statements of the call, by kind. */
  readonly statements?: readonly Statements[] | undefined;
}

/** The caller, as the log names it. A login names the person once it succeeded. */
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

/** Add facts about a request as it is handled. */
export function note(request: FastifyRequest, more: Known): void {
  const noted = known.get(request);
  if (noted) Object.assign(noted, more);
  else known.set(request, { ...more });
}

/** Does the log print the steps of acts? */
export const printsSteps = ({ log }: FastifyRequest): boolean => log.level === 'debug' || log.level === 'trace';

/** Call `heard` after every answered call of the API. */
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
/** Maximum number of characters of a printed fault. */
const MAX_PRINTED = 20_000;

/** Replace digits in rows and whatever resembles a mail address: personal data stays out of the log. */
export const withoutPeople = (text: string): string =>
  text
    .replaceAll(/\d{7,}/g, (digits) => `${digits.slice(0, 2)}…`)
    .replaceAll(/[\w.+-]{0,64}@[\w-]{1,63}\.[\w.]{1,190}/g, '…@…')
    .replaceAll(/(bearer|token|password|secret|ticket|sig)([=:\s"']{1,40})[^\s&"',)]+/gi, '$1$2…')
    .replaceAll('\0', '');

/**
 * Return at most `most` characters of a text, without personal data. The text is cut with a margin first, so that half
 * an address at the cut is found too.
 */
export const shortWithoutPeople = (text: string, most: number): string =>
  withoutPeople(text.slice(0, most + 300)).slice(0, most);

/** Return a fault as it is printed. Its message may contain input, so personal data is removed. */
export const printed = (error: Error): { readonly message: string; readonly stack: string } => ({
  message: shortWithoutPeople(error.message, MAX_PRINTED),
  stack: shortWithoutPeople(error.stack ?? '', MAX_PRINTED),
});
