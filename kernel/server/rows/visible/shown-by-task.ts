import type { ShownRow } from '#kernel/language/calls/shape.ts';

/**
 * Return a row as shown by an open task of the caller, whatever the caller's scope. The room of processes alone decides
 * that.
 */
export const shownByTask = (id: string): ShownRow => ({ id }) as ShownRow;
