import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, dateOperators, malformed } from '../kind.ts';
import { typedMoment } from './typed-moment.ts';

/** A day, `yyyy-MM-dd`. With `wireTime` published clients get it with the time 00:00:00 appended. */
export const day = <const O extends FieldOptions & { wireTime?: true }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('day', label, options);

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = typedMoment(incomingText(value));
  return read ? { value: read.day } : malformed(of);
};

export const dayKind: Kind = {
  name: 'day',
  chosen: true,
  operators: dateOperators,
  orders: true,
  width: 110,
  time: 'day',
  groups: true,
  unbroken: true,
  accept,
  parse: accept,
  text: (value) => String(value),
  sample: (_of, n) => `2026-${String((n % 12) + 1).padStart(2, '0')}-15`,
  schema: () => ({ type: 'string', format: 'date' }),
};
