import { counted, grouped } from '#kernel/language/plural.ts';

export { counted, grouped };

/** Limit of the counts of views; a larger count is shown as 1,000+. */
const COUNTED_TO = 1_000;

export const capped = (count: number): string => (count > COUNTED_TO ? `${grouped(COUNTED_TO)}+` : grouped(count));
