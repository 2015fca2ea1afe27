import { integer } from './integer.ts';

/** How many rows a call answers at once: `most` where more are asked for. */
export const pageSize = (initial: number, most: number) =>
  integer(['每页条数', 'Rows at once'], { min: '1', max: most, initial: initial as number, clamps: true });

/** Which page, the first unless said. */
export const pageNumber = () =>
  integer(['页码', 'Page'], { min: '1', max: 1_000_000, initial: 1 as number, clamps: true });
