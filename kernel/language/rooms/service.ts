/**
 * Work that one room does for others within their transaction, e.g. moving stock for a completion. The caller imports
 * only this name and its types; the implementation is in the other room.
 */
export interface Service<I = unknown, O = unknown> {
  readonly name: string;
  /** Never set: it carries the types for the compiler. */
  readonly '~'?: { input: I; output: O };
}

/** Declare a service by its name: `<what>.<verb>`, e.g. `stock.post`. */
export const service = <I, O = void>(name: string): Service<I, O> => ({ name });

/** A query that one room answers for others. It only reads, so read-only calls may use it too. */
export interface Question<I = unknown, O = unknown> {
  readonly name: string;
  readonly isQuestion: true;
  /** Never set: it carries the types for the compiler. */
  readonly '~'?: { input: I; output: O };
}

/** Declare a question by its name: `<what>.<of>`, e.g. `order.promise`. */
export const question = <I, O>(name: string): Question<I, O> => ({ name, isQuestion: true });
