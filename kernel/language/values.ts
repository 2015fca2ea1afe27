/** Return a value as text; null and undefined as ''. */
export const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Return the ids in a value: one id, an array, or a text separated by commas. */
export const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : asText(value).split(',')).map((one) => asText(one).trim()).filter(Boolean);

const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Return an amount of money with separators and two decimals, 10486.8 as 10,486.80, in both languages. An amount that
 * is a text stays exact.
 */
export const moneyText = (amount: string | number): string => cents.format(amount as number | `${number}`);
