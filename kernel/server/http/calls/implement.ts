import type { AnyCall, Call, CallAnswer, CallInputOf, Inputs } from '#kernel/language/calls/call.ts';
import type { AnswerShape } from '#kernel/language/calls/shape.ts';
import type { CallInput, OwnCall } from '../../assembly/behaviour.ts';
import type { Context, Reading } from '../../context.ts';
import type { OpenCall, RouteCall, Route } from '../route.ts';
import { http as refuse } from '../../refusals.ts';
import { holdsFreeButton } from './free-button.ts';
import { assertMay } from '../../rows/read.ts';
import type { WorkbookSheet } from '../../import-export/sheet/workbook.ts';
import { readCall } from '../../write/inputs/read-inputs.ts';

/** What a call knows of its caller besides his input. */
type Asking = Pick<CallInput, 'pendingSteps'>;

interface Workbook {
  readonly name: string;
  readonly sheets: readonly WorkbookSheet[];
}

/** How a call of a paper is answered: one of these. */
type Work<C> =
  | {
      /** Without writing. */ readonly read: (
        input: CallInputOf<C>,
        reading: Reading,
        asking: Asking,
      ) => Promise<CallAnswer<C>>;
    }
  | {
      /** In one transaction. */ readonly write: (
        input: CallInputOf<C>,
        context: Context,
        asking: Asking,
      ) => Promise<CallAnswer<C>>;
    }
  | {
      /** A workbook to take away; the export is noted. */ readonly book: (
        input: CallInputOf<C>,
        reading: Reading,
      ) => Promise<Workbook>;
    }
  | {
      /** The list of the paper at another place, asked for as this says; filters of the list may stand beside the inputs. */
      readonly page: (
        input: CallInputOf<C>,
        filters: Readonly<Record<string, string>>,
      ) => Readonly<Record<string, unknown>>;
    };

interface More {
  /** Its answer is a secret, shown once and kept nowhere: not even for who repeats the call, which acts again then. */
  readonly secret?: true;
  /** Answered also while somebody must choose a password or set up a second factor first. */
  readonly atFirst?: true;
  /** Bytes of its body, at most 4 MiB; 1 MiB unless said. */
  readonly most?: number;
}

/** What is asked of a call, in its address and its body. */
export const inputsOf = ({ query, body }: Pick<AnyCall, 'query' | 'body'>): Inputs => ({ ...query, ...body });

const givenIn = ({ query, params, body }: Pick<CallInput, 'query' | 'params' | 'body'>): Record<string, unknown> => ({
  ...query,
  ...body,
  ...params,
});

/** Where a call stands below its paper, by which it takes the place of a standard one; elsewhere its whole path. */
const below = ({ paper, path }: AnyCall): string =>
  paper && path.startsWith(`${paper.path}/`)
    ? path.slice(paper.path.length + 1)
    : path.startsWith('blade-')
      ? path
      : `/${path}`;

/** Answers a call of a paper: what is asked comes read by its kinds, and what is answered is what the call says. */
export function implement<Q extends Inputs, B extends Inputs, S extends AnswerShape>(
  of: Call<Q, B, S>,
  work: Work<Call<Q, B, S>> & More,
): OwnCall {
  const inputs = inputsOf(of);
  const read = (asking: CallInput) => readCall(of, inputs, givenIn(asking));
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
    ...('book' in work && { book: (asking: CallInput, reading: Reading) => work.book(read(asking), reading) }),
    ...('page' in work && {
      page: (query: CallInput['query']) => work.page(read({ query, params: {}, body: {} }), query),
    }),
  };
}

/** What a route knows besides the input of its call. */
export type RouteAsking = Omit<RouteCall, 'query' | 'params' | 'body'>;

/** Needs that are no button of a paper. */
const OF_ANYBODY = ['person', 'guest', 'anonymous'];

/** Answers a call beside those of a paper's behaviour: whether its caller may is said before anything about what he asks, which comes read by its kinds. */
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
    async work(asked) {
      if (!holdsFreeButton(asked.actor.person, of)) throw refuse.forbidden();
      if (of.paper && !OF_ANYBODY.includes(of.needs)) assertMay(asked.actor, of.paper, of.needs);
      return work(readCall(of, inputs, givenIn(asked)), asked);
    },
  };
}

/** What such a route knows where nobody need be logged in. */
export type OpenAsking = Omit<OpenCall, 'query' | 'params' | 'body'>;

/** The same for a call that nobody need be logged in for. */
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
    open: (asked) => open(readCall(of, inputs, givenIn(asked)), asked),
  };
}
