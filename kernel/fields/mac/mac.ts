import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, asText, malformed, textOperators } from '../kind.ts';

/** A MAC address (EUI-48), kept as twelve capital hex digits; colons, dashes, dots and spaces between them are taken. */
export const mac = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('mac', label, options, { max: 17 });

const bare = (text: string): string => text.replaceAll(/[\s:.-]/g, '').toUpperCase();

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const read = bare(asText(value) ?? '');
  return /^[\dA-F]{12}$/.test(read) ? { value: read } : malformed(of);
}

export const macKind: Kind = {
  name: 'mac',
  chosen: false,
  operators: textOperators,
  orders: true,
  width: 130,
  unbroken: true,
  beginsWith: bare,
  accept,
  parse: accept,
  text: (value) => String(value),
  sample: (_of, n) => `A4CF12${(n & 0xff_ff_ff).toString(16).toUpperCase().padStart(6, '0')}`,
  schema: () => ({ type: 'string', pattern: '^[0-9A-F]{12}$' }),
};
