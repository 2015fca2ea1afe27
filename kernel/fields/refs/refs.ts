import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Kind } from '../kind.ts';
import { eachOf, partsOf } from '../many.ts';
import { refKind } from '../ref/ref.ts';

/**
 * Refers to several rows of another paper, at most 500 unless `max` is set. On the wire an array, or with `csv` a comma
 * list (users' roles); inputs may be either.
 */
export const refs = <const O extends FieldOptions & { csv?: boolean; max?: number }>(
  paper: string,
  label: Label,
  options?: O,
): Of<O extends { csv: true } ? string : string[], O> =>
  field<O extends { csv: true } ? string : string[], O>('refs', label, options, { paper, many: true });

/** Several ids of rows without a paper, such as sessions. */
export const ids = <const O extends FieldOptions & { max?: number }>(label: Label, options?: O): Of<string[], O> =>
  field<string[], O>('refs', label, options, { many: true });

/** Default maximum number of rows. */
const MOST = 500;

export const refsKind: Kind = {
  name: 'refs',
  chosen: true,
  operators: ['in', 'equal', 'null', 'notnull'],
  orders: false,
  width: 180,
  pointsTo: 'row',
  accept: (value, of) => eachOf(partsOf(value), of, of.max ?? MOST, (part) => refKind.accept(part, of)),
  text: (value, of, wording) =>
    partsOf(value)
      .map((key) => refKind.text(key, of, wording))
      .join(wording.language === 'en' ? ', ' : '、'),
  parse: (cell, of, lookup) =>
    eachOf(partsOf(cell), of, of.max ?? MOST, (part) => refKind.parse(String(part).trim(), of, lookup)),
  sample: () => undefined,
  schema: (of) => ((of as { csv?: boolean }).csv ? { type: 'string' } : { type: 'array', items: { type: 'string' } }),
};
