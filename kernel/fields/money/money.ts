import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { decimalKind } from '../decimal.ts';
import type { Kind } from '../kind.ts';

/** An amount in yuan: numeric(14,2). Text on the wire; `min: 'any'` allows values below 0. */
export const money = <const O extends FieldOptions & { min?: string; max?: number }>(
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('money', label, options);

export const moneyKind: Kind = {
  ...decimalKind({ name: 'money', digits: 14, scale: 2, max: 100_000_000, sampleOf: (n) => `${n % 9000}.25` }),
  sums: true,
  isAmount: true,
};
