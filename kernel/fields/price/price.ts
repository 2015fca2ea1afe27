import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { decimalKind } from '../decimal.ts';

/** A unit price in yuan: numeric(14,4). Text on the wire; `min: 'any'` allows values below 0. */
export const price = <const O extends FieldOptions & { min?: string; max?: number }>(
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('price', label, options);

export const priceKind = decimalKind({
  name: 'price',
  digits: 14,
  scale: 4,
  max: 1_000_000,
  sampleOf: (n) => `${n % 900}.1250`,
});
