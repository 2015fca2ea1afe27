import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { stepTrace } from '../database/call-scope.ts';
import type { Trace } from '../database/trace.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { Values } from '../rows/stored-row.ts';
import type { Authority } from './authority.ts';
import type { Found, FoundOf } from './found.ts';
import type { DatabaseSession } from './session/database-session.ts';

export type ActKind = 'insert' | 'update' | 'verb' | 'move' | 'remove' | 'restore' | 'revert';

/** One act on rows of one paper, as a frozen value. */
export interface Act<K extends ActKind = ActKind> {
  readonly kind: K;
  readonly paper: AnyPaper;
  /** The rows it is done to; empty for new rows. `update`, `restore` and `revert` take one. */
  readonly ids: readonly string[];
  /** The values of each new row; else one input for all. */
  readonly input: readonly Readonly<Values>[];
  /** The verb, the reason of a move, or the name of the entry in the log. */
  readonly name: string;
  readonly log: { readonly label: Label; readonly note?: LocalizedText };
  readonly authority: Authority;
  /** The input is a body of the wire: what it carries besides the row is read from it. */
  readonly isBody?: true;
  /** An unfinished new row, where the lifecycle has a draft. */
  readonly isDraft?: true;
  /** The state to which a move leads. */
  readonly to?: string;
}

/** A step that refuses, and why. */
export interface RefusedStep {
  readonly step: string;
  readonly refusal: Refusal;
}

/** Where an act runs. */
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
  /** Absent: always. It looks at the act alone. */
  readonly when?: (act: Act) => boolean;
  /** Reasons of its refusals, as the wire spells them; a room adds its own. */
  readonly refuses?: readonly `${string}.${string}`[];
  /** It finds what later steps cannot do without. An explanation runs it too, and ends where it refuses. */
  readonly isNeeded?: true;
  /** The steps that it runs for each row, or level by level. */
  readonly steps?: readonly Pick<ActStep<never>, 'name' | 'refuses'>[];
  readonly run: (on: Running, found: F) => Promise<Partial<F> | void> | Partial<F> | void;
}

/** Return an act that nothing changes any more. */
export const frozen = <K extends ActKind>(act: Act<K>): Act<K> => Object.freeze(act);

/** Await what was sent without waiting, so that nothing is under way when a step fails; its own failure comes first. */
async function settleFailed({ sent }: Found, error: unknown): Promise<never> {
  const refusal =
    sent &&
    (await sent.then(
      () => undefined,
      (first: unknown) => ({ first }),
    ));
  throw refusal ? refusal.first : error;
}

/** Does an explanation run this step? It reads and checks, and asks no room. */
const isExplained = ({ kind, isNeeded }: Pick<ActStep<never>, 'kind' | 'isNeeded'>): boolean =>
  kind === 'read' || kind === 'check' || isNeeded === true;

/** Run a step that somebody watches: its time is counted, and its refusal collected where an act is explained. */
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

/** Run steps one after the other on what they found so far; stop where the act is done already. Answer all that was found. */
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

/** Run a step and note its refusal; what later steps need ends the explanation. */
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

/** Does a person write, and not the product? */
export const isByPerson = ({ authority }: Act): boolean => authority.by === 'person';

/** Is it about one row? Only new rows of a sheet are written several at once. */
export const isSingle = ({ input }: Act): boolean => input.length === 1;

/** Does a person write this row by itself? Then its headers must agree, and count the change. */
export const writesAlone = ({ authority }: Act): boolean =>
  authority.by === 'person' && authority.role !== 'line' && !authority.opens;
