import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { decimalKind } from '../decimal.ts';

/** A quantity: numeric(14,3). Text on the wire; `min: 'any'` allows values below 0. */
export const quantity = <const O extends FieldOptions & { min?: string; max?: number }>(
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('quantity', label, options);

export const quantityKind = decimalKind({
  name: 'quantity',
  digits: 14,
  scale: 3,
  max: 10_000_000,
  sampleOf: (n) => `${n % 900}.5`,
});
