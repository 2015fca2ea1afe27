import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { stepTrace } from '../database/call-scope.ts';
import type { Trace } from '../database/trace.ts';
import type { Values } from '../rows/stored-row.ts';
import type { Authority } from './authority.ts';
import type { Found, FoundOf } from './found.ts';
import type { DatabaseSession } from './session/database-session.ts';

export type ActKind = 'insert' | 'update' | 'verb' | 'move' | 'remove' | 'restore' | 'revert';

/** One act on rows of one paper, as a frozen value. */
export interface Act<K extends ActKind = ActKind> {
  readonly kind: K;
  readonly paper: AnyPaper;
  /** Ids of the rows that the act changes; empty for new rows. `update`, `restore` and `revert` take one id. */
  readonly ids: readonly string[];
  /**
   * For an insert, the values of each new row. For a removal, the `version` of each id, if the caller sent it. For
   * other acts, one input for all rows.
   */
  readonly input: readonly Readonly<Values>[];
  /** Name of the act in the log: the verb, the reason of a move, or `add`, `edit`, `import` and the like. */
  readonly name: string;
  readonly log: { readonly label: Label; readonly note?: LocalizedText };
  readonly authority: Authority;
  /** The input is the body of a call: beside fields of the row it has extras, lines and options. */
  readonly isBody?: true;
  /** The new row is a draft, if the lifecycle has that state. */
  readonly isDraft?: true;
  /** The state to which a move leads. */
  readonly to?: string;
}

/** A step that refuses, and why. */
export interface RefusedStep {
  readonly step: string;
  readonly refusal: Refusal;
}

/** An act under way: its session, and the way to perform further acts. */
export interface Running {
  readonly session: DatabaseSession;
  readonly act: Act;
  /** Explain the act instead of doing it: every refusal is collected, nothing is locked or written. */
  readonly refused?: RefusedStep[];
  /** Do another act as a part of this one. */
  perform<K extends ActKind>(act: Act<K>): Promise<FoundOf[K]>;
}

/** A step of an act: it reads what earlier steps found, and adds to it. */
export interface ActStep<F extends Found> {
  readonly name: string;
  readonly kind: 'lock' | 'read' | 'check' | 'room' | 'write' | 'note' | 'gate';
  /** Does the step apply to an act? It may look at the act only, not at rows. Absent: always. */
  readonly when?: (act: Act) => boolean;
  /** Reasons of the refusals of this step, as sent to clients. A behaviour may refuse for further reasons. */
  readonly refuses?: readonly `${string}.${string}`[];
  /** Later steps need the result. An explanation runs such a step too, and ends if it refuses. */
  readonly isNeeded?: true;
  /** Steps that this step runs for each row, or for each level of a tree. */
  readonly steps?: readonly Pick<ActStep<never>, 'name' | 'refuses'>[];
  readonly run: (on: Running, found: F) => Promise<Partial<F> | void> | Partial<F> | void;
}

/** Freeze an act, so that no step can change it. */
export const frozen = <K extends ActKind>(act: Act<K>): Act<K> => Object.freeze(act);

/**
 * Await the statement that was sent without waiting, then throw. If this statement failed, throw its error, since
 * `error` may follow from it.
 */
async function settleFailed({ sent }: Found, error: unknown): Promise<never> {
  const refusal =
    sent &&
    (await sent.then(
      () => undefined,
      (first: unknown) => ({ first }),
    ));
  throw refusal ? refusal.first : error;
}

/**
 * Is the step part of an explanation? Reads and checks are, and steps whose result is needed; behaviours of rooms are
 * not called.
 */
const isExplained = ({ kind, isNeeded }: Pick<ActStep<never>, 'kind' | 'isNeeded'>): boolean =>
  kind === 'read' || kind === 'check' || isNeeded === true;

/** Run a step, and count its time. In an explanation, collect its refusal instead of throwing it. */
async function runWatched<F extends Found>(
  on: Running,
  step: ActStep<F>,
  found: F,
  trace: Trace | undefined,
): Promise<Partial<F> | { isDone: true } | void> {
  const began = performance.now();
  const more = await (on.refused ? collected(on.refused, step, () => step.run(on, found)) : step.run(on, found));
  trace?.noteStep(`${on.act.paper.name}.${on.act.name} ${step.name}`, performance.now() - began);
  return more;
}

/**
 * Run steps in order, each with the results of the earlier ones. Stop after a step that sets `isDone`. Return all
 * results.
 */
export async function runSteps<F extends Found>(on: Running, steps: readonly ActStep<F>[], found: F): Promise<F> {
  const trace = stepTrace();
  const isWatched = trace !== undefined || on.refused !== undefined;
  try {
    for (const step of steps) {
      if ((step.when && !step.when(on.act)) || (on.refused && !isExplained(step))) continue;
      const answer = isWatched ? runWatched(on, step, found, trace) : step.run(on, found);
      const more = answer instanceof Promise ? await answer : answer;
      if (more) Object.assign(found, more);
      if (found.isDone) break;
    }
  } catch (error) {
    return settleFailed(found, error);
  }
  return found;
}

/** Run a step and collect its refusal. If later steps need its result, end the explanation. */
async function collected<T>(
  refused: RefusedStep[],
  { name, isNeeded }: { readonly name: string; readonly isNeeded?: true },
  run: () => T,
): Promise<Awaited<T> | { isDone: true } | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused.push({ step: name, refusal: error });
    return isNeeded && { isDone: true };
  }
}

/** Is the act done by a person, not by the product? */
export const isByPerson = ({ authority }: Act): boolean => authority.by === 'person';

/** Is one row inserted? Several are inserted together only from a sheet. */
export const isSingle = ({ input }: Act): boolean => input.length === 1;

/**
 * Does a person write the rows directly: not as lines of a header, and not while approving or rejecting them? Then
 * their headers must be open, and get a new version.
 */
export const writesAlone = ({ authority }: Act): boolean =>
  authority.by === 'person' && authority.role !== 'line' && !authority.opens;

/** Return the body of the call that the act came from, if any. */
export const bodyIn = ({ isBody, input }: Act): Readonly<Values> | undefined => (isBody ? input[0] : undefined);
