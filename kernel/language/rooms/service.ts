/**
 * What one room does for others inside their own transaction, e.g. moving stock for a completion. The asker knows the name and the types
 * only: rooms meet by definitions, the work stands in the room that answers.
 */
export interface Service<I = unknown, O = unknown> {
  readonly name: string;
  /** Only for the compiler. */
  readonly '~'?: { input: I; output: O };
}

/** A service by its name: `<what>.<verb>`, e.g. `stock.post`. */
export const service = <I, O = void>(name: string): Service<I, O> => ({ name });

/** What one room asks another that only reads: it may be asked in every call, also where nothing is kept. */
export interface Question<I = unknown, O = unknown> {
  readonly name: string;
  readonly isQuestion: true;
  /** Only for the compiler. */
  readonly '~'?: { input: I; output: O };
}

/** A question by its name: `<what>.<of>`, e.g. `order.promise`. */
export const question = <I, O>(name: string): Question<I, O> => ({ name, isQuestion: true });
