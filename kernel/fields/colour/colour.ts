import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, malformed, textOperators } from '../kind.ts';

/** A colour, stored as `#rrggbb`. The short form `#rgb` is accepted too. */
export const colour = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('colour', label, options, { max: 7 });

function accept(value: unknown, of: Parameters<Kind['accept']>[1]): Accepted {
  const read = incomingText(value)?.toLowerCase() ?? '';
  if (/^#[\da-f]{6}$/.test(read)) return { value: read };
  return /^#[\da-f]{3}$/.test(read)
    ? { value: `#${[...read.slice(1)].map((digit) => digit + digit).join('')}` }
    : malformed(of);
}

export const colourKind: Kind = {
  name: 'colour',
  chosen: true,
  operators: textOperators,
  orders: false,
  width: 110,
  accept,
  parse: accept,
  text: (value) => String(value),
  sample: (_of, n) => `#${(n * 2_654_435).toString(16).padStart(6, '0').slice(-6)}`,
  schema: () => ({ type: 'string', pattern: '^#[0-9a-f]{6}$' }),
};
