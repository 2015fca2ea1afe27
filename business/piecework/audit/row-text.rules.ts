import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';

/** Return the value of a field as text; an empty one is ''. */
export const textOf = (row: AnyAnsweredRow | null | undefined, field: string): string => {
  const value = row?.[field];
  return value === null || value === undefined ? '' : String(value);
};

/** Return the caption of a key or id, in the language of the answer. */
export const captionIn = (row: AnyAnsweredRow | null | undefined, field: string): string =>
  row?._names?.[field] ?? textOf(row, field);
