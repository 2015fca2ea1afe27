import { integer } from './integer.ts';

/** A page size as an input of a call; a value above `most` is read as `most`. */
export const pageSize = (initial: number, most: number) =>
  integer(['每页条数', 'Rows at once'], { min: '1', max: most, initial: initial as number, clamps: true });

/** A page number as an input of a call; default 1. */
export const pageNumber = () =>
  integer(['页码', 'Page'], { min: '1', max: 1_000_000, initial: 1 as number, clamps: true });
