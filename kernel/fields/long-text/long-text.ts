import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Kind, incomingText, hasControls, malformed, textOperators, tooLong } from '../kind.ts';

/** Text of several lines, at most `max` characters (default 4,000). */
export const longText = <const O extends FieldOptions & { max?: number }>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('longText', label, options, { max: 4000, wide: true });

export const longTextKind: Kind = {
  name: 'longText',
  chosen: false,
  operators: textOperators,
  orders: false,
  width: 240,
  freeText: 'lines',
  accept(value, of) {
    const read = incomingText(value);
    if (read === undefined || hasControls(read)) return malformed(of);
    return [...read].length > (of.max ?? 4000) ? tooLong(of, of.max ?? 4000) : { value: read };
  },
  text: (value) => String(value),
  parse: (cell, of) => longTextKind.accept(cell, of),
  sample: (of, n) => `${of.label[0]}:第${n}条`,
  schema: (of) => ({ type: 'string', maxLength: of.max ?? 4000 }),
};
