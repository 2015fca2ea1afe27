import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Trace } from './trace.ts';

/** A whole number that others see masked, and the field that was compared with it. */
export interface Sought {
  readonly paper: AnyPaper;
  readonly name: string;
  readonly value: string;
}

/** The whole numbers that one call searched for, wherever a statement was made of them. */
export interface NumberSearch {
  /** Not judged yet. */
  readonly fresh: Sought[];
  readonly judged: Set<string>;
  /** The input of a question without spaces and dashes; empty where the call writes. */
  readonly sent: () => string;
}

/** Counts of one call. They are read for its answer and its log, and never decide what is written. */
export interface CallScope {
  /** Absent where calls are not logged. */
  readonly trace?: Trace;
  /** Set once it is known which person calls. */
  sought?: NumberSearch;
  /** Rows that lists without pages left off. */
  leftOff: number;
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
