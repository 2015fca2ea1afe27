import { FrameFault } from '../frame.rules.ts';

interface Scaling {
  readonly scale?: string | null;
  readonly shift?: string | null;
  readonly precision?: number | null;
}

/** Turns a raw number into a value, and back. */
export interface Scale {
  readonly from: (raw: number) => number;
  readonly to: (value: number) => number;
  readonly isPlain: boolean;
}

const MAX_DECIMALS = 9;

/** Return the decimals of a number; more than nine count as too many. Small numbers are written as `1e-7`. */
function decimalsOf(text: string): number {
  const [digits, exponent] = String(Number(text)).split('e-');
  return (digits.split('.')[1] ?? '').length + Number(exponent ?? 0);
}

const plain: Scale = { from: (raw) => raw, to: (value) => value, isPlain: true };

const rounded = (precision: number, from: Scale['from']): Scale['from'] => {
  const power = 10 ** precision;
  return (raw) => Math.round(from(raw) * power) / power;
};

/** Return scale and shift as numbers. Throw `FrameFault` for a scale of zero or for text without a number. */
function factorsOf(scale: Scaling['scale'], shift: Scaling['shift']): readonly [number, number] {
  const [factor, add] = [Number(scale || 1), Number(shift || 0)];
  if (!Number.isFinite(factor) || !Number.isFinite(add) || factor === 0)
    throw new FrameFault(['倍率或偏移不是有效的数', 'The scale or the shift is no usable number'], 'CONFIG');
  return [factor, add];
}

/**
 * Return raw × `scale` + `shift`, rounded to `precision`. Whole raw numbers are multiplied as whole numbers and divided
 * once by a power of ten, which leaves no noise of binary fractions.
 */
export function scaleOf({ scale, shift, precision }: Scaling): Scale {
  const [factor, add] = factorsOf(scale, shift);
  const hasPrecision = precision !== null && precision !== undefined;
  if (factor === 1 && add === 0 && !hasPrecision) return plain;
  const decimals = Math.max(decimalsOf(scale || '1'), decimalsOf(shift || '0'));
  const power = 10 ** Math.min(decimals, MAX_DECIMALS);
  const [times, plus] = [Math.round(factor * power), Math.round(add * power)];
  const isExact = decimals <= MAX_DECIMALS;
  const from = (raw: number): number => {
    const whole = raw * times + plus;
    return isExact && Number.isSafeInteger(whole) ? whole / power : Number((raw * factor + add).toFixed(MAX_DECIMALS));
  };
  return {
    from: hasPrecision ? rounded(precision, from) : from,
    to: (value) => (value - add) / factor,
    isPlain: false,
  };
}
