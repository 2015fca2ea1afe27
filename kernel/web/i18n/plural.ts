import { counted, grouped } from '#kernel/language/plural.ts';

export { counted, grouped };

/** Views are counted up to here; what has more shows a plus. */
const COUNTED_TO = 1_000;

export const capped = (count: number): string => (count > COUNTED_TO ? `${grouped(COUNTED_TO)}+` : grouped(count));

const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 10486.8 as 10,486.80: an amount of money, in both languages. */
export const moneyWords = (amount: string | number): string => cents.format(Number(amount));
