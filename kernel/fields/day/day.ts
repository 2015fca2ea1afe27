import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, dateOperators, malformed } from '../kind.ts';

/** A day, `yyyy-MM-dd`. With `wireTime` published clients get it with the time 00:00:00 appended. */
export const day = <const O extends FieldOptions & { wireTime?: true }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('day', label, options);

/** Is the text an existing date (`yyyy-MM-dd`) between the years 1900 and 2200? */
export function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return false;
  const [year, month, date] = parts.slice(1).map(Number);
  const last = [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ][month - 1];
  return year >= 1900 && year <= 2200 && last !== undefined && date >= 1 && date <= last;
}

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = incomingText(value)
    ?.replaceAll(/[./年月]/g, '-')
    .replace(/日$/, '')
    .slice(0, 10)
    .replace(/^(\d{4})-(\d)(?=-)/, '$1-0$2')
    .replace(/-(\d)$/, '-0$1');
  return read && isDay(read) ? { value: read } : malformed(of);
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
