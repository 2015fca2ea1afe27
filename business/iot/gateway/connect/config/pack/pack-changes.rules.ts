import { isEqualJson } from '../samples/same-value.rules.ts';

/** Kinds of parts of a pack, in the order in which they are written. */
export type PartKind = 'config' | 'field' | 'sample' | 'model' | 'attribute' | 'connection' | 'point' | 'mapping';

/** A part of a pack, or of what is stored. `isLoose`: only the values that the pack has are compared. */
export interface PackPart {
  readonly of: PartKind;
  readonly name: string;
  readonly value: unknown;
  readonly isLoose?: true;
}

/** The effect of an import on a part. */
export interface PackChange {
  readonly of: PartKind;
  readonly name: string;
  readonly change: 'added' | 'removed' | 'changed' | 'same';
}

const isDecimal = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,18}(?:\.\d{1,18})?$/.test(value));

const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Are two values the same? The database writes zeros at the end of decimal numbers. */
const isSameValue = (was: unknown, is: unknown): boolean =>
  (isEmptyValue(was) && isEmptyValue(is)) ||
  isEqualJson(was, is) ||
  (isDecimal(was) && isDecimal(is) && Number(was) === Number(is));

function isSamePart(was: PackPart, is: PackPart): boolean {
  if (!is.isLoose) return isEqualJson(was.value, is.value);
  const stored = was.value as Readonly<Record<string, unknown>>;
  return Object.entries(is.value as object).every(([name, value]) => isSameValue(stored[name], value));
}

const keyOf = ({ of, name }: PackPart): string => `${of} ${name}`;

/** Compare stored parts with those of a pack, each once. Parts of one name are compared in their order. */
export function changesOfParts(stored: readonly PackPart[], wanted: readonly PackPart[]): PackChange[] {
  const [before, after] = [Map.groupBy(stored, keyOf), Map.groupBy(wanted, keyOf)];
  return [...new Set([...after.keys(), ...before.keys()])].map((key): PackChange => {
    const [was, is] = [before.get(key), after.get(key)];
    const [{ of, name }] = is ?? was ?? [];
    if (!was || !is) return { of, name, change: was ? 'removed' : 'added' };
    const isSame = was.length === is.length && was.every((one, at) => isSamePart(one, is[at]));
    return { of, name, change: isSame ? 'same' : 'changed' };
  });
}
