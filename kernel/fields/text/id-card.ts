import type { Label } from '#kernel/language/label.ts';

/** Weights of the first 17 digits, and the last character by their sum (GB 11643, ISO 7064 MOD 11-2). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const LAST = '10X98765432';

const lastOfCard = (digits: string): string =>
  LAST[WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11];

/** Return the problem of an ID card number in capitals; undefined: it is right. */
export function idCardProblem(card: string): Label | undefined {
  if (!/^\d{17}[\dX]$/.test(card)) return ['身份证号应为18位', 'An ID card number has 18 characters'];
  if (lastOfCard(card) === card[17]) return undefined;
  return [
    '身份证号末位校验不符，请逐位核对',
    'The last character of the ID card does not fit the others: check each digit',
  ];
}

/** Return a valid ID card number for samples. */
export function sampleIdCard(n: number): string {
  const digits = `31010119900101${String(n % 1000).padStart(3, '0')}`;
  return `${digits}${lastOfCard(digits)}`;
}
