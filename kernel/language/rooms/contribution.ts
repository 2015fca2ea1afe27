/**
 * A named list to which each room adds values, e.g. `workbench.piles`. The room that reads the list declares it; other
 * rooms add values in files of their own.
 */
export interface Contribution<T = unknown> {
  readonly name: string;
  /** Never set: it carries the type of the values for the compiler. */
  readonly '~'?: T;
}

/** A contributed value with its position; lower comes first. */
export interface Ordered {
  readonly name: string;
  readonly sort: number;
}

/** Return values by their `sort`; those with the same `sort` in the order of the rooms. */
export const bySort = <T extends Ordered>(values: readonly T[]): T[] =>
  values.toSorted((one, other) => one.sort - other.sort);

/** Declare a list by its name: `<where>.<what>`, e.g. `workbench.piles`. */
export const contribution = <T>(name: string): Contribution<T> => ({ name });
