/** Exact decimals as whole numbers of their smallest step, for sums and products that must never be off by a step: '12.5' of scale 3 is 12500n. */
export function stepsOf(text: string | null | undefined, scale: number): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '0') ?? [];
  if (part.slice(scale).replaceAll('0', '')) throw new Error(`${text} has more than ${scale} decimals`);
  const steps = BigInt(whole + part.padEnd(scale, '0').slice(0, scale));
  return sign ? -steps : steps;
}

/** The decimal of so many steps, as text. */
export function decimalOf(steps: bigint, scale: number): string {
  const digits = String(steps < 0n ? -steps : steps).padStart(scale + 1, '0');
  const text = scale ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits;
  return steps < 0n ? `-${text}` : text;
}

/** A quotient rounded half away from zero, as money is. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
  const [n, d] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator];
  const half = (2n * (n < 0n ? -n : n) + d) / (2n * d);
  return n < 0n ? -half : half;
}
