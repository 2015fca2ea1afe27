import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { decimalKind } from '../decimal.ts';

/** A coefficient or share: numeric(7,4). Text on the wire; `min: 'any'` allows values below 0. */
export const rate = <const O extends FieldOptions & { min?: string; max?: number }>(
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('rate', label, options);

export const rateKind = decimalKind({ name: 'rate', digits: 7, scale: 4, max: 100, sampleOf: (n) => `${n % 5}.1250` });
