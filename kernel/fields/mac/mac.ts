import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, malformed, textOperators } from '../kind.ts';
import { codeText } from '../text/code-text.ts';

/**
 * A MAC address (EUI-48), stored as twelve upper-case hex digits; the input may have colons, dashes, dots and spaces.
 */
export const mac = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('mac', label, options, { max: 17 });

const bare = (text: string): string => codeText(text).replaceAll(/[:.-]/g, '');

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const read = bare(incomingText(value) ?? '');
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
