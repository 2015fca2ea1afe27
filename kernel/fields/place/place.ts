import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, malformed } from '../kind.ts';

/** A place on the map, `lng,lat` in degrees of WGS-84; converted only where a map or an import uses another system. */
export const place = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('place', label, options);

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const input =
    typeof value === 'object' && value !== null && 'lng' in value && 'lat' in value
      ? `${String(value.lng)},${String(value.lat)}`
      : incomingText(value);
  const parts = /^\(?(-?\d{1,3}(?:\.\d{1,8})?)[,,]\s*(-?\d{1,2}(?:\.\d{1,8})?)\)?$/.exec(input ?? '');
  return parts && Math.abs(Number(parts[1])) <= 180 && Math.abs(Number(parts[2])) <= 90
    ? { value: `${parts[1]},${parts[2]}` }
    : malformed(of);
};

export const placeKind: Kind = {
  name: 'place',
  chosen: true,
  operators: ['null', 'notnull'],
  orders: false,
  width: 150,
  perRow: true,
  accept,
  parse: accept,
  text: (value) => String(value),
  sample: (_of, n) => `121.${400 + (n % 200)}1,31.${100 + (n % 200)}1`,
  schema: () => ({ type: 'string', description: 'lng,lat (WGS-84)' }),
};
