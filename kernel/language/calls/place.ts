import type { AnyPaper } from '#kernel/language/paper.ts';

/** Where a call of a paper stands on the wire: below its path, or where a whole path says (`blade-…`, or any that begins with `/`). */
export const placeUnder = (of: Pick<AnyPaper, 'path'>, path: string): string =>
  path.startsWith('/') ? path.slice(1) : path.startsWith('blade-') ? path : `${of.path}/${path}`;
