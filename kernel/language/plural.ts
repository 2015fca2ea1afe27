const thousands = new Intl.NumberFormat('en-US');

/** 12345 as 12,345: the same in both languages. */
export const grouped = (count: number): string => thousands.format(count);

/** `1 row`, `3 rows`: English counts its nouns, Chinese does not. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
