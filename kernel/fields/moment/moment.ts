import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { typedMoment } from '../day/typed-moment.ts';
import { type Accepted, type Kind, incomingText, dateOperators, malformed } from '../kind.ts';

/** A moment, `yyyy-MM-dd HH:mm:ss` in the tenant's zone. */
export const moment = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('moment', label, options);

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = typedMoment(incomingText(value));
  return read ? { value: `${read.day} ${read.time ?? '00:00:00'}` } : malformed(of);
};

export const momentKind: Kind = {
  name: 'moment',
  chosen: true,
  operators: dateOperators,
  orders: true,
  width: 160,
  time: 'moment',
  groups: true,
  unbroken: true,
  accept,
  parse: accept,
  text: (value) => String(value),
  sample: (_of, n) => `2026-${String((n % 12) + 1).padStart(2, '0')}-15 09:30:00`,
  schema: () => ({ type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$` }),
};
