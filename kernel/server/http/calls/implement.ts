import type { AnyCall, Call, CallAnswer, CallInputOf, Inputs } from '#kernel/language/calls/call.ts';
import type { AnswerShape } from '#kernel/language/calls/shape.ts';
import type { AfterCommit, CallInput, OwnCall } from '../../assembly/behaviour.ts';
import type { Context, Reading } from '../../context.ts';
import type { OpenCall, RouteCall, Route } from '../route.ts';
import { http as refuse } from '../../refusals.ts';
import { holdsFreeButton } from './free-button.ts';
import { assertMay } from '../../rows/read.ts';
import type { WorkbookSheet } from '../../import-export/sheet/workbook.ts';
import { readCall } from '../../write/inputs/read-inputs.ts';

/** Facts about the caller, beyond the input of a call. */
type Asking = Pick<CallInput, 'pendingSteps'>;

interface Workbook {
  readonly name: string;
  readonly sheets: readonly WorkbookSheet[];
}

/** Implementation of a call of a paper: one of these. */
type Work<C> =
  | {
      /** Answer without writing. */ readonly read: (
        input: CallInputOf<C>,
        reading: Reading,
        asking: Asking,
      ) => Promise<CallAnswer<C>>;
    }
  | {
      /** Answer in one transaction, which may write. */ readonly write: (
        input: CallInputOf<C>,
        context: Context,
        asking: Asking,
      ) => Promise<CallAnswer<C>>;
      /** Wait for a consequence after the commit, and return the answer. It runs for a repeated request too. */
      readonly after?: (written: CallAnswer<C>, then: AfterCommit) => Promise<CallAnswer<C>>;
    }
  | {
      /** Return a workbook for download; the export is logged. */ readonly book: (
        input: CallInputOf<C>,
        reading: Reading,
      ) => Promise<Workbook>;
    }
  | {
      /**
       * Return the query of the list that is the answer, at an address of its own. Filters of the list may accompany
       * the inputs.
       */
      readonly page: (
        input: CallInputOf<C>,
        filters: Readonly<Record<string, string>>,
      ) => Readonly<Record<string, unknown>>;
    };

interface More {
  /**
   * Its answer is a secret, shown once and never stored. A repeated call acts again, since no answer is stored for it.
   */
  readonly secret?: true;
  /** Answered also before the caller has chosen a password or set up a second factor. */
  readonly atFirst?: true;
  /** Maximum bytes of its body, at most 4 MiB. Default: 1 MiB. */
  readonly most?: number;
}

/** Return the inputs of a call, of its address and its body. */
export const inputsOf = ({ query, body }: Pick<AnyCall, 'query' | 'body'>): Inputs => ({ ...query, ...body });

const sentIn = ({ query, params, body }: Pick<CallInput, 'query' | 'params' | 'body'>): Record<string, unknown> => ({
  ...query,
  ...body,
  ...params,
});

/**
 * Return the path of a call below its paper, by which it replaces a standard call of the same path. Return the whole
 * path for calls elsewhere.
 */
const below = ({ paper, path }: AnyCall): string =>
  paper && path.startsWith(`${paper.path}/`)
    ? path.slice(paper.path.length + 1)
    : path.startsWith('blade-')
      ? path
      : `/${path}`;

/** Drop the type of the answer, so that all calls fit one list; `implement` has checked it. */
const afterOf =
  <T>(after: (written: T, then: AfterCommit) => Promise<T>): NonNullable<OwnCall['after']> =>
  (written, then) =>
    after(written as T, then);

/** Implement a call of a paper: its input is read by its kinds, and its answer has the shape that the call declares. */
export function implement<Q extends Inputs, B extends Inputs, S extends AnswerShape>(
  of: Call<Q, B, S>,
  work: Work<Call<Q, B, S>> & More,
): OwnCall {
  const inputs = inputsOf(of);
  const read = (asking: CallInput) => readCall(of, inputs, sentIn(asking));
  const { secret, atFirst, most } = work;
  return {
    of,
    method: of.method,
    path: below(of),
    needs: of.needs,
    summary: of.title,
    ...(secret && { secret }),
    ...(atFirst && { atFirst }),
    ...(most && { most }),
    ...('read' in work && { read: (asking: CallInput, reading: Reading) => work.read(read(asking), reading, asking) }),
    ...('write' in work && {
      write: (asking: CallInput, context: Context) => work.write(read(asking), context, asking),
    }),
    ...('write' in work && work.after && { after: afterOf(work.after) }),
    ...('book' in work && { book: (asking: CallInput, reading: Reading) => work.book(read(asking), reading) }),
    ...('page' in work && {
      page: (query: CallInput['query']) => work.page(read({ query, params: {}, body: {} }), query),
    }),
  };
}

/** Facts about a request, beyond the input of its call. */
export type RouteAsking = Omit<RouteCall, 'query' | 'params' | 'body'>;

/** Values of `needs` for calls that require no button of a paper. */
const OF_ANYBODY = ['person', 'guest', 'anonymous'];

/**
 * Implement a call outside the behaviour of a paper. The caller's right is checked before the input is read by its
 * kinds.
 */
export function implementRoute<Q extends Inputs, B extends Inputs, S extends AnswerShape>(
  of: Call<Q, B, S>,
  work: (input: CallInputOf<Call<Q, B, S>>, asking: RouteAsking) => Promise<CallAnswer<Call<Q, B, S>>>,
  more: Partial<Omit<Route, 'method' | 'path' | 'needs' | 'summary' | 'work' | 'open'>> = {},
): Route {
  const inputs = inputsOf(of);
  return {
    method: of.method,
    path: of.path,
    needs: of.needs,
    summary: of.title,
    contract: of,
    ...(of.paper && { paper: of.paper }),
    ...more,
    async work(call) {
      if (!holdsFreeButton(call.actor.person, of)) throw refuse.forbidden();
      if (of.paper && !OF_ANYBODY.includes(of.needs)) assertMay(call.actor, of.paper, of.needs);
      return work(readCall(of, inputs, sentIn(call)), call);
    },
  };
}

/** Facts that a route gets where no login is needed. */
export type OpenAsking = Omit<OpenCall, 'query' | 'params' | 'body'>;

/** Implement a call that needs no login. */
export function implementOpen<Q extends Inputs, B extends Inputs, S extends AnswerShape>(
  of: Call<Q, B, S>,
  open: (input: CallInputOf<Call<Q, B, S>>, asking: OpenAsking) => Promise<CallAnswer<Call<Q, B, S>>>,
  more: Partial<Omit<Route, 'method' | 'path' | 'needs' | 'summary' | 'work' | 'open'>> = {},
): Route {
  const inputs = inputsOf(of);
  return {
    method: of.method,
    path: of.path,
    needs: of.needs,
    summary: of.title,
    contract: of,
    ...more,
    open: (call) => open(readCall(of, inputs, sentIn(call)), call),
  };
}
