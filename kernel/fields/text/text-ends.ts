/**
 * Return a text without the trailing characters of `letters`, in one pass from its end. An expression like `/0+$/`
 * would restart at every such character of the text.
 */
export function withoutAtEnd(text: string, letters: string): string {
  let end = text.length;
  while (end > 0 && letters.includes(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/** Return `12.500` as `12.5` and `3.00` as `3`; a number without a point is unchanged. */
export const withoutNeedlessZeros = (number: string): string =>
  number.includes('.') ? withoutAtEnd(withoutAtEnd(number, '0'), '.') : number;

/** Return a whole number with its digits in threes: `1234567` as `1,234,567`. */
export const inThrees = (digits: string): string => {
  const first = digits.length % 3;
  const parts = first ? [digits.slice(0, first)] : [];
  for (let at = first; at < digits.length; at += 3) parts.push(digits.slice(at, at + 3));
  return parts.join(',');
};
