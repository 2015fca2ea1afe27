import { AsyncLocalStorage } from 'node:async_hooks';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Trace } from './trace.ts';

/** Complete number, such as a phone number, that a filter compared with a masked field, and this field. */
export interface Sought {
  readonly paper: AnyPaper;
  readonly name: string;
  readonly value: string;
}

/**
 * Complete numbers that the current call compared with masked fields. They are counted, so that nobody finds numbers by
 * many trials.
 */
export interface NumberSearch {
  /** Searches that `assertMaySeek` has not counted yet. */
  readonly fresh: Sought[];
  readonly judged: Set<string>;
  /** Return the input of a reading call as JSON without spaces and dashes; empty where the call writes. */
  readonly sent: () => string;
}

/** Counts of one call. They are read for its answer and its log, and never decide what is written. */
export interface CallScope {
  /** Statements of the call, and steps of its acts, counted for the log; absent where calls are not logged. */
  readonly trace?: Trace;
  /** Searches for complete numbers; set once the person who calls is known. */
  sought?: NumberSearch;
  /** Number of rows that lists without pages left out of the answer. */
  leftOff: number;
  /** Message of the answer, where the work set one. */
  said?: Label;
}

const scopes = new AsyncLocalStorage<CallScope>();

/** Run the work of one call in a scope of its own. */
export const enterCall = <T>(trace: Trace | undefined, work: () => Promise<T>): Promise<T> =>
  scopes.run({ trace, leftOff: 0 }, work);

/** Return the scope of the call under way; undefined outside calls, as in a job. */
export const callScope = (): CallScope | undefined => scopes.getStore();

/** Count a statement of the call under way, if any; failed ones too. */
export function countStatement<T>(text: string, sent: Promise<T>): Promise<T> {
  const trace = callScope()?.trace;
  if (trace) {
    const began = performance.now();
    const done = (): void => trace.note(text, performance.now() - began);
    sent.then(done, done);
  }
  return sent;
}

/** Return the trace of the call under way, where it counts the steps of acts. */
export function stepTrace(): Trace | undefined {
  const trace = callScope()?.trace;
  return trace?.countsSteps ? trace : undefined;
}
