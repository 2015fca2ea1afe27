import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { decimalKind } from '../decimal.ts';

/** A unit price in yuan: numeric(14,4). Text on the wire; `min: 'any'` allows values below 0. */
export const price = <const O extends FieldOptions & { min?: string }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('price', label, options);

export const priceKind = decimalKind('price', 14, 4, (n) => `${n % 900}.1250`);
