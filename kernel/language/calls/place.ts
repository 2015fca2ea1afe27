import type { AnyPaper } from '#kernel/language/paper.ts';

/**
 * Return the address of a call: below the path of its paper, or a whole path (`blade-…`, or any that begins with `/`).
 */
export const placeUnder = (of: Pick<AnyPaper, 'path'>, path: string): string =>
  path.startsWith('/') ? path.slice(1) : path.startsWith('blade-') ? path : `${of.path}/${path}`;
