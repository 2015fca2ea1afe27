import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { isDay } from '../day/day.ts';
import { type Accepted, type Kind, incomingText, dateOperators, malformed } from '../kind.ts';

/** A moment, `yyyy-MM-dd HH:mm:ss` in the tenant's zone. */
export const moment = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('moment', label, options);

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = incomingText(value)?.replace('T', ' ').replaceAll('/', '-');
  const parts =
    read === undefined ? null : /^(\d{4}-\d\d-\d\d)(?: (\d\d):(\d\d)(?::(\d\d))?)?$/.exec(read.slice(0, 19));
  if (!parts || !isDay(parts[1])) return malformed(of);
  const [hour, minute, second] = [parts[2], parts[3], parts[4]].map((part) => part ?? '00');
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
    ? { value: `${parts[1]} ${hour}:${minute}:${second}` }
    : malformed(of);
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
