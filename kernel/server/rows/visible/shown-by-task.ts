import type { ShownRow } from '#kernel/language/calls/shape.ts';

/** Return a row as shown by an open task of the caller, whatever the scope of the caller says. The room of processes alone decides that. */
export const shownByTask = (id: string): ShownRow => ({ id }) as ShownRow;
