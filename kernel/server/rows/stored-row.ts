import type { AnyPaper } from '#kernel/language/paper.ts';

/** A row as it is stored: accepted values, null where empty. */
export type Stored = Record<string, unknown>;

/** Every stored row says of which paper it is, through copies too; it is not written out, and no name of a field can be it. */
export const ROW_OF: unique symbol = Symbol('row of');

/** The paper that a row was read from; undefined for what somebody put together. */
export const paperOfRow = (row: object): AnyPaper | undefined => (row as { readonly [ROW_OF]?: AnyPaper })[ROW_OF];
