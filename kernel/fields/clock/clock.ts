import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, malformed, rangeOperators } from '../kind.ts';

/** A time of day, `HH:mm`. */
export const clock = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('clock', label, options);

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const parts = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(incomingText(value) ?? '');
  return parts && Number(parts[1]) < 24 && Number(parts[2]) < 60
    ? { value: `${parts[1].padStart(2, '0')}:${parts[2]}` }
    : malformed(of);
};

export const clockKind: Kind = {
  name: 'clock',
  chosen: true,
  operators: rangeOperators,
  orders: true,
  width: 80,
  unbroken: true,
  accept,
  parse: accept,
  text: (value) => String(value).slice(0, 5),
  sample: (_of, n) => `${String(n % 24).padStart(2, '0')}:30`,
  schema: () => ({ type: 'string', pattern: String.raw`^\d\d:\d\d$` }),
};
