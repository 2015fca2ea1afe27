/** `1 row`, `3 rows`: English counts its nouns, Chinese does not. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${grouped(count)} ${count === 1 ? one : many}`;

/** Views are counted up to here; what has more shows a plus. */
const COUNTED_TO = 1_000;

export const capped = (count: number): string => (count > COUNTED_TO ? `${grouped(COUNTED_TO)}+` : grouped(count));

const thousands = new Intl.NumberFormat('en-US');
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 12345 as 12,345: the same in both languages. */
export const grouped = (count: number): string => thousands.format(count);

/** 10486.8 as 10,486.80: an amount of money, in both languages. */
export const moneyWords = (amount: string | number): string => cents.format(Number(amount));
