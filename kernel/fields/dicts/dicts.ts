import type { Dictionary, KeyOf } from '#kernel/language/dictionary.ts';
import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Kind } from '../kind.ts';
import { eachOf, partsOf } from '../many.ts';
import { dictKind } from '../dict/dict.ts';

/** Several keys of a dictionary. An array on the wire; inputs may also be a comma list. */
export const dicts = <const D extends Dictionary, const O extends FieldOptions>(
  of: D,
  label: Label,
  options?: O,
): Of<KeyOf<D>[], O> => field<KeyOf<D>[], O>('dicts', label, options, { dictionary: of, many: true });

export const dictsKind: Kind = {
  name: 'dicts',
  chosen: true,
  operators: ['in', 'equal', 'null', 'notnull'],
  orders: false,
  width: 160,
  accept: (value, of) => eachOf(partsOf(value), of, 100, (part) => dictKind.accept(part, of)),
  text: (value, of, wording) =>
    (value as string[]).map((key) => dictKind.text(key, of, wording)).join(wording.language === 'en' ? ', ' : '、'),
  parse: (cell, of, lookup) =>
    eachOf(partsOf(cell), of, 100, (part) => dictKind.parse(String(part).trim(), of, lookup)),
  sample: (of, n) => [dictKind.sample(of, n)],
  schema: (of) => ({ type: 'array', items: dictKind.schema(of) }),
};
