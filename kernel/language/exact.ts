/**
 * Return a decimal text as a whole number of its smallest unit: '12.5' at scale 3 is 12500n. Sums and products of these
 * are exact.
 */
export function stepsOf(text: string | null | undefined, scale: number): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0') ?? [];
  if (part.slice(scale).replaceAll('0', '')) throw new Error(`${text} has more than ${scale} decimals`);
  const steps = BigInt(whole + part.padEnd(scale, '0').slice(0, scale));
  return sign ? -steps : steps;
}

/** Return a number of smallest units as a decimal text: 12500n at scale 3 is '12.500'. The inverse of `stepsOf`. */
export function decimalOf(steps: bigint, scale: number): string {
  const digits = String(steps < 0n ? -steps : steps).padStart(scale + 1, '0');
  const text = scale ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits;
  return steps < 0n ? `-${text}` : text;
}

/** Return a quotient rounded to a whole number, halves away from zero, as money is. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
  const [n, d] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator];
  const half = (2n * (n < 0n ? -n : n) + d) / (2n * d);
  return n < 0n ? -half : half;
}
