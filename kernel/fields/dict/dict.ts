import type { Dictionary, KeyOf } from '#kernel/language/dictionary.ts';
import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, asText, keyOperators, malformed, problem } from '../kind.ts';

/** One key of a dictionary. `numeric` keys are numbers on the wire (system dictionaries of the old clients). */
export const dict = <const D extends Dictionary, const O extends FieldOptions & { numeric?: boolean }>(
  of: D,
  label: Label,
  options?: O,
): Of<O extends { numeric: true } ? number : KeyOf<D>, O> =>
  field<O extends { numeric: true } ? number : KeyOf<D>, O>('dict', label, options, { dictionary: of });

/** A key is a short word, or whatever its definition lists, as the sign of a unit; whether the tenant has it in his dictionary is known to the server only. */
const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = asText(value);
  const isListed = read !== undefined && Object.hasOwn(of.dictionary?.items ?? {}, read);
  if (read === undefined || !(isListed || /^[\w.-]{1,64}$/.test(read))) return malformed(of);
  if (of.dictionary?.sealed && !isListed) return unknownKey(of);
  return (of as { numeric?: boolean }).numeric
    ? /^-?\d{1,9}$/.test(read)
      ? { value: Number(read) }
      : unknownKey(of)
    : { value: read };
};

export const unknownKey = (of: { label: Label }): Accepted =>
  problem(`${of.label[0]}不在可选范围内`, `${of.label[1]} is not one of the choices`);

export const dictKind: Kind = {
  name: 'dict',
  chosen: true,
  operators: keyOperators,
  orders: true,
  width: 100,
  groups: true,
  accept,
  text: (value, of, wording) => wording.name(of, String(value)) ?? String(value),
  parse: (cell, of, lookup) => {
    const key = lookup.key(of, cell);
    return key === undefined ? unknownKey(of) : accept(key, of);
  },
  sample(of, n) {
    const keys = Object.keys(of.dictionary?.items ?? {});
    const key = keys[n % Math.max(keys.length, 1)];
    return (of as { numeric?: boolean }).numeric ? Number(key) : key;
  },
  schema: (of) => ({
    type: (of as { numeric?: boolean }).numeric ? 'integer' : 'string',
    description: `dictionary ${of.dictionary?.code}`,
  }),
};
