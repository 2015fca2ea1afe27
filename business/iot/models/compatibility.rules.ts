import type { AttributeParameter, ModelSchema, SchemaAttribute, Specs } from './model-schema.rules.ts';
import { schemaFields } from './model-schema.rules.ts';

/** One field of an attribute that differs; breaking: what a device of the old version says no longer fits. */
export interface FieldDifference {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly isBreaking: boolean;
}

/** One attribute that differs between two versions of a model. */
export interface AttributeDifference {
  readonly identifier: string;
  readonly name: string;
  readonly attrType: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly isBreaking: boolean;
  readonly fields: readonly FieldDifference[];
}

/** JSON whose keys are in one order, so that equal values are equal texts. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? 'null';

/** Nothing, no flag and no part at all mean the same. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || ordered(one || null) === ordered(other || null);

/** A bound that was not there, or lies further in. */
const isNarrower = (old: number | undefined, now: number | undefined, sign: 1 | -1): boolean =>
  now !== undefined && (old === undefined || (now - old) * sign > 0);

const lostKeys = (old: object = {}, now: object = {}): boolean =>
  Object.keys(old).some((key) => !Object.hasOwn(now, key));

/** Does a specification refuse what the old one took? */
function narrows(old: Specs, now: Specs): boolean {
  return (
    isNarrower(old.min, now.min, 1) ||
    isNarrower(old.max, now.max, -1) ||
    isNarrower(old.maxLength, now.maxLength, -1) ||
    isNarrower(old.size, now.size, -1) ||
    lostKeys(old.items, now.items) ||
    lostKeys(old.bits, now.bits) ||
    old.item?.dataType !== now.item?.dataType ||
    losesParameter(old.fields, now.fields)
  );
}

/** Is a parameter gone, of another type, or asked for where it was not? */
const losesParameter = (
  old: readonly AttributeParameter[] | null = [],
  now: readonly AttributeParameter[] | null = [],
): boolean => {
  const before = new Map((old ?? []).map((one) => [one.identifier, one]));
  const after = new Map((now ?? []).map((one) => [one.identifier, one]));
  return (
    [...before.values()].some((one) => after.get(one.identifier)?.dataType !== one.dataType) ||
    [...after.values()].some((one) => one.required && !before.get(one.identifier)?.required)
  );
};

/** What breaks by the field that differs; all others are told and break nothing. */
const breaks: Readonly<Record<string, (old: SchemaAttribute, now: SchemaAttribute) => boolean>> = {
  attrType: () => true,
  dataType: () => true,
  unit: () => true,
  specs: (old, now) => narrows(old.specs ?? {}, now.specs ?? {}),
  accessMode: (old, now) => [...(old.accessMode ?? '')].some((letter) => !(now.accessMode ?? '').includes(letter)),
  required: (_, now) => now.required === true,
  params: (old, now) => losesParameter(old.params, now.params),
};

/** Fields that say nothing about what a device says. */
const ASIDE = new Set<string>(['propNo', 'sort', 'identifier']);

function changed(old: SchemaAttribute, now: SchemaAttribute): AttributeDifference[] {
  const fields = schemaFields
    .filter((name) => !ASIDE.has(name) && !isSame(old[name], now[name]))
    .map((name): FieldDifference => ({
      field: name,
      old: old[name] ?? null,
      new: now[name] ?? null,
      isBreaking: breaks[name]?.(old, now) ?? false,
    }));
  if (!fields.length) return [];
  return [{ ...named(now), change: 'changed', isBreaking: fields.some((one) => one.isBreaking), fields }];
}

const named = ({ identifier, name, attrType }: SchemaAttribute) => ({ identifier, name, attrType });

/** What differs between a published version and the attributes as they stand, those that break first. */
export function schemaDifferences(old: ModelSchema, now: ModelSchema): AttributeDifference[] {
  const before = new Map(old.attributes.map((one) => [one.identifier, one]));
  const after = new Map(now.attributes.map((one) => [one.identifier, one]));
  const all = [
    ...now.attributes.flatMap((one): AttributeDifference[] => {
      const was = before.get(one.identifier);
      return was
        ? changed(was, one)
        : [{ ...named(one), change: 'added', isBreaking: one.required === true, fields: [] }];
    }),
    ...old.attributes
      .filter((one) => !after.has(one.identifier))
      .map((one): AttributeDifference => ({ ...named(one), change: 'removed', isBreaking: true, fields: [] })),
  ];
  return all.toSorted((one, other) => Number(other.isBreaking) - Number(one.isBreaking));
}
