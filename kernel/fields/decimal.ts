import type { Field } from '#kernel/language/field.ts';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';
import { type Accepted, type Kind, malformed, problem, rangeOperators } from './kind.ts';
import { typedNumber } from './typed-number.ts';

const written = /^[+-]?(\d{1,15})(?:\.(\d{1,10}))?$/;

/** Return an exact decimal as text with its scale: '12.5' of scale 2 is '12.50'. */
export function exact(text: string, scale: number): string {
  const [, sign = '', whole = '0', part = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = `${BigInt(whole)}${scale ? `.${part.padEnd(scale, '0').slice(0, scale)}` : ''}`;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** Return whether the absolute value of a decimal is above a maximum. */
const exceeds = (decimal: string, max: number): boolean => Math.abs(Number(decimal)) > max;

function accept(value: unknown, field: Field, whole: number, scale: number, max: number): Accepted {
  const text = typedNumber(value);
  if (typeof text !== 'string') return text ?? malformed(field);
  const parts = written.exec(text);
  if (!parts) return malformed(field);
  if (withoutAtEnd(parts[2] ?? '', '0').length > scale) {
    return problem(`${field.label[0]}最多${scale}位小数`, `${field.label[1]} may have at most ${scale} decimals`);
  }
  if (BigInt(parts[1]).toString().length > whole)
    return problem(`${field.label[0]}过大`, `${field.label[1]} is too large`);
  const value2 = exact(text, scale);
  if (value2.startsWith('-') && field.min !== 'any')
    return problem(`${field.label[0]}不能小于0`, `${field.label[1]} may not be below 0`);
  if (exceeds(value2, max))
    return problem(`${field.label[0]}不能大于${max}`, `${field.label[1]} may not be above ${max}`);
  return { value: value2 };
}

interface DecimalKind {
  readonly name: string;
  /** Number of all digits, including the decimals (`scale`). */
  readonly digits: number;
  readonly scale: number;
  /** Default maximum of an entered value. */
  readonly max: number;
  readonly sampleOf: (n: number) => string;
}

/**
 * Return a kind of exact decimals: text on the wire, never a floating-point number. A stored value above the maximum of
 * inputs stays readable.
 */
export function decimalKind({ name, digits, scale, max, sampleOf }: DecimalKind): Kind {
  const maxOf = (field: Field): number => (field as { max?: number }).max ?? max;
  return {
    name,
    chosen: false,
    operators: rangeOperators,
    orders: true,
    width: 110,
    align: 'end',
    number: 'decimal',
    maxOf,
    accept: (value, field) => accept(value, field, digits - scale, scale, maxOf(field)),
    text: (value) => String(value),
    parse: (cell, field) => accept(cell, field, digits - scale, scale, maxOf(field)),
    sample: (_field, n) => exact(sampleOf(n), scale),
    schema: () => ({ type: 'string', format: 'decimal', pattern: String.raw`^-?\d+(\.\d{1,${scale}})?$` }),
  };
}
