import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, malformed, textOperators } from '../kind.ts';

/** The name of an icon, chosen from the icons that the product offers. */
export const icon = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('icon', label, options, { max: 64 });

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = incomingText(value);
  return read !== undefined && /^[\w -]{1,64}$/.test(read) ? { value: read } : malformed(of);
};

export const iconKind: Kind = {
  name: 'icon',
  chosen: true,
  operators: textOperators,
  orders: false,
  width: 80,
  drawn: true,
  accept,
  parse: accept,
  text: (value) => String(value),
  sample: () => 'house',
  schema: () => ({ type: 'string' }),
};
