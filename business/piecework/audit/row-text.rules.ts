import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';

/** The value of a field as text; what is empty is ''. */
export const textOf = (row: AnyAnsweredRow | null | undefined, field: string): string => {
  const value = row?.[field];
  return value === null || value === undefined ? '' : String(value);
};

/** The word of a key or id, in the language of the answer. */
export const captionIn = (row: AnyAnsweredRow | null | undefined, field: string): string =>
  row?._names?.[field] ?? textOf(row, field);
