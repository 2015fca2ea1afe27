import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, keyOperators, malformed } from '../kind.ts';
import { notFound } from '../ref/ref.ts';

/** A province (`level` 1), city (2) or district (3) by its code. `within` names the field with the region above it. */
export const region = <const O extends FieldOptions & { level?: 1 | 2 | 3; within?: string }>(
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('region', label, options, { max: 12, paper: 'region' });

const LEVEL_LENGTHS = [2, 4, 6];

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = incomingText(value);
  return read && /^\d{2,12}$/.test(read) ? { value: read } : malformed(of);
};

export const regionKind: Kind = {
  name: 'region',
  chosen: true,
  operators: keyOperators,
  orders: false,
  width: 110,
  pointsTo: 'row',
  code: {
    length: (of) => LEVEL_LENGTHS[((of as { level?: number }).level ?? 3) - 1],
    above: (of) => (of as { within?: string }).within,
  },
  groups: true,
  accept,
  text: (value, of, wording) => wording.name(of, String(value)) ?? String(value),
  parse: (cell, of, lookup) => {
    const key = lookup.key(of, cell);
    return key === undefined ? notFound(of) : { value: key };
  },
  sample: (of) => ['31', '3101', '310115'][((of as { level?: number }).level ?? 3) - 1],
  schema: () => ({ type: 'string', description: 'region code' }),
};
