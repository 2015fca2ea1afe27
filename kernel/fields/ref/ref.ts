import { type FieldOptions, type Of, field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Accepted, type Kind, incomingText, keyOperators, malformed, problem } from '../kind.ts';

/**
 * A reference to one row of another paper. It names the paper by a string, so that two papers may refer to each other.
 * Rows of a tree are chosen from the tree.
 */
export const ref = <const O extends FieldOptions & { depends?: Readonly<Record<string, string>> }>(
  paper: string,
  label: Label,
  options?: O,
): Of<string, O> => field<string, O>('ref', label, options, { paper });

/** A 64-bit id without a paper: of an internal table, or for a paper that does not exist yet. */
export const id = <const O extends FieldOptions>(label: Label, options?: O): Of<string, O> =>
  field<string, O>('id', label, options);

export const isId = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;

/** Return an id from a query string; any other text becomes '0', which no row has. */
export const idFrom = (given: string | undefined): string => (given && isId(given) ? given : '0');

export const notFound = (of: { label: Label }): Accepted =>
  problem(`${of.label[0]}不存在或已停用`, `${of.label[1]} does not exist or is disabled`);

const accept = (value: unknown, of: Parameters<Kind['accept']>[1]): Accepted => {
  const read = incomingText(value);
  return read !== undefined && isId(read) ? { value: read } : malformed(of);
};

/** Properties of kinds that refer to one row of another paper by its id. */
export const pointer: Omit<Kind, 'name'> = {
  chosen: true,
  operators: keyOperators,
  orders: false,
  width: 150,
  pointsTo: 'row',
  groups: true,
  accept,
  text: (value, of, wording) => wording.name(of, String(value)) ?? String(value),
  parse: (cell, of, lookup) => {
    const key = lookup.key(of, cell);
    return key === undefined ? notFound(of) : { value: key };
  },
  sample: () => undefined,
  schema: (of) => ({ type: 'string', format: 'int64', description: of.paper && `id of ${of.paper}` }),
};

export const refKind: Kind = { ...pointer, name: 'ref', isRelation: true, showsPortrait: true };

export const idKind: Kind = {
  ...pointer,
  name: 'id',
  chosen: false,
  pointsTo: undefined,
  groups: undefined,
  text: (value) => String(value),
  parse: accept,
};
