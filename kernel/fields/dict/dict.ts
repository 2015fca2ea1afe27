import type { Dictionary, KeyOf } from '#kernel/language/dictionary.ts';
import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, keyOperators, malformed, problem } from '../kind.ts';

/**
 * One key of a dictionary. With `numeric` the key is a number on the wire, as old clients expect of system
 * dictionaries.
 */
export const dict = <const D extends Dictionary, const O extends FieldOptions & { numeric?: boolean }>(
  of: D,
  label: Label,
  options?: O,
): Of<O extends { numeric: true } ? number : KeyOf<D>, O> =>
  field<O extends { numeric: true } ? number : KeyOf<D>, O>('dict', label, options, { dictionary: of });

/**
 * Accept any short key, and any key of the definition. Whether the tenant's dictionary has the key is checked later by
 * the server.
 */
const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = incomingText(value);
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
