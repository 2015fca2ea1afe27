import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import { type Label, textIn, bilingual } from '#kernel/language/label.ts';
import { type Accepted, type Kind, asText, hasControls, malformed, textOperators, tooLong } from '../kind.ts';

/** A line of text of at most `max` characters (default 200). `code` values are upper-cased and have no spaces (serial numbers, MACs). */
export const text = <const O extends FieldOptions & { max?: number; code?: boolean }>(
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('text', label, options, { max: 200 });

/** A line of text: what the numbers of papers have in common with it. */
export const line: Omit<Kind, 'name'> = {
  chosen: false,
  operators: textOperators,
  orders: true,
  width: 150,
  accept(value, of): Accepted {
    let read = asText(value);
    if (read === undefined) return malformed(of);
    if ((of as { code?: boolean }).code) read = read.toUpperCase().replaceAll(/\s+/g, '');
    // What the product says comes here in both languages.
    const said = of.isProductText ? bilingual(read) : [read];
    if (said.some(hasControls)) return malformed(of);
    return said.some((one) => [...one].length > (of.max ?? 200)) ? tooLong(of, of.max ?? 200) : { value: read };
  },
  text: (value, of, { language }) => (of.isProductText ? textIn(String(value), language) : String(value)),
  // A sheet is written by people, who do not speak for the product.
  parse: (cell, of) => (hasControls(cell) ? malformed(of) : line.accept(cell, of)),
  // The number stays where the text is cut: it is what tells two samples apart.
  sample: (of, n) =>
    `${((of as { code?: boolean }).code ? 'SN' : of.label[0]).slice(0, Math.max(0, (of.max ?? 200) - String(n).length))}${n}`,
  schema: (of) => ({ type: 'string', maxLength: of.max ?? 200 }),
};

export const textKind: Kind = { ...line, name: 'text', freeText: 'line', groups: true };
