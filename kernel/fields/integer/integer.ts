import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, malformed, problem, rangeOperators } from '../kind.ts';
import { typedNumber } from '../typed-number.ts';

/**
 * A whole number from 0 (with `min: 'any'` also below) to 2,147,483,647. `named`: an identifier such as a port, shown
 * without separators. `clamps`: a value out of range becomes the nearest bound. `seconds`: a duration, shown as text.
 */
export const integer = <
  const O extends FieldOptions & { min?: string; max?: number; named?: boolean; clamps?: boolean; seconds?: boolean },
>(
  label: Label,
  options?: O,
): Of<number, O> => field<number, O>('integer', label, options);

const LARGEST = 2_147_483_647;

export const integerKind: Kind = {
  name: 'integer',
  chosen: false,
  operators: rangeOperators,
  orders: true,
  width: 90,
  number: 'whole',
  maxOf: (of) => of.max,
  groups: true,
  align: 'end',
  accept(value, of): Accepted {
    const read = typedNumber(value);
    if (typeof read !== 'string') return read ?? malformed(of);
    if (!/^[+-]?\d{1,12}(?:\.0{1,10})?$/.test(read)) return malformed(of);
    const number = Number(read);
    const most = of.max ?? LARGEST;
    const least = of.min === 'any' ? -most : Number(of.min ?? 0);
    if ((of as { clamps?: boolean }).clamps) return { value: Math.min(most, Math.max(least, number)) };
    if (number < least) return problem(`${of.label[0]}不能小于${least}`, `${of.label[1]} may not be below ${least}`);
    if (number > most) return problem(`${of.label[0]}不能大于${most}`, `${of.label[1]} may not be above ${most}`);
    return { value: number };
  },
  text: (value) => String(value),
  parse: (cell, of) => integerKind.accept(cell, of),
  sample: (of, n) => Math.max(Number(of.min === 'any' ? 0 : (of.min ?? 0)), n % ((of.max ?? 1000) + 1)),
  schema: (of) => ({ type: 'integer', maximum: of.max ?? LARGEST }),
};
