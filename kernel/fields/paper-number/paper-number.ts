import { type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Kind, textOperators } from '../kind.ts';
import { line } from '../text/text.ts';

/** The number of a paper: prefix + day + counter. The server sets it at the first save; it is unique in its tenant. */
export const paperNumber = (
  label: Label,
  prefix: string,
  cycle?: 'year',
): Of<string, { readonly auto: true; readonly required: true }> =>
  field(
    'paperNumber',
    label,
    { auto: true, required: true, unique: true, list: true, filter: 'like', width: 160 } as const,
    { prefix, max: 32, ...(cycle && { cycle }) },
  );

/**
 * The number of a row of which there are many, such as a planned visit. Lists find the whole number, and the search of
 * the product finds its beginning. An index of its parts would cost two thirds of each insert.
 */
export const lineNumber = (
  label: Label,
  prefix: string,
): Of<string, { readonly auto: true; readonly required: true }> => ({
  ...paperNumber(label, prefix),
  filter: 'exact',
});

export const paperNumberKind: Kind = {
  ...line,
  name: 'paperNumber',
  operators: textOperators,
  width: 160,
  unbroken: true,
  sample: (of, n) => `${of.prefix}${String(n).padStart(12, '0')}`,
};
