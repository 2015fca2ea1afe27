import type { Field } from '#kernel/language/field.ts';
import { type Accepted, type Kind, asText, malformed, problem, rangeOperators } from './kind.ts';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';

const written = /^[+-]?(\d{1,15})(?:\.(\d{1,10}))?$/;

/** An exact decimal as text, with its scale: '12.5' of scale 2 is '12.50'. */
export function exact(text: string, scale: number): string {
  const [, sign = '', whole = '0', part = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = `${BigInt(whole)}${scale ? `.${part.padEnd(scale, '0').slice(0, scale)}` : ''}`;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

function accept(value: unknown, field: Field, whole: number, scale: number): Accepted {
  const text = asText(value)?.replaceAll(',', '');
  const parts = text === undefined ? null : written.exec(text);
  if (!text || !parts) return malformed(field);
  if (withoutAtEnd(parts[2] ?? '', '0').length > scale) {
    return problem(`${field.label[0]}最多${scale}位小数`, `${field.label[1]} may have at most ${scale} decimals`);
  }
  if (BigInt(parts[1]).toString().length > whole)
    return problem(`${field.label[0]}过大`, `${field.label[1]} is too large`);
  const value2 = exact(text, scale);
  if (value2.startsWith('-') && field.min !== 'any')
    return problem(`${field.label[0]}不能小于0`, `${field.label[1]} may not be below 0`);
  return { value: value2 };
}

/** A kind for exact decimals of `digits` digits, `scale` of them behind the point; text on the wire, never a floating number. */
export function decimalKind(name: string, digits: number, scale: number, sampleOf: (n: number) => string): Kind {
  return {
    name,
    chosen: false,
    operators: rangeOperators,
    orders: true,
    width: 110,
    align: 'end',
    number: 'decimal',
    accept: (value, field) => accept(value, field, digits - scale, scale),
    text: (value) => String(value),
    parse: (cell, field) => accept(cell, field, digits - scale, scale),
    sample: (_field, n) => exact(sampleOf(n), scale),
    schema: () => ({ type: 'string', format: 'decimal', pattern: String.raw`^-?\d+(\.\d{1,${scale}})?$` }),
  };
}
