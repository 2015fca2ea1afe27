import type { Label } from '#kernel/language/label.ts';

/**
 * Something that must hold for every row of a company at every moment, as a statement that only reads. `$1` is the company; it answers
 * what does not hold: `id` and `no` of the row, and in words what is wrong with it. No row = it holds.
 */
export interface Invariant { readonly code: string; readonly title: Label; readonly sql: string }
