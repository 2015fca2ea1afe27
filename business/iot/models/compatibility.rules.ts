import type { AttributeParameter, ModelSchema, SchemaAttribute, Specs } from './model-schema.rules.ts';
import { schemaFields } from './model-schema.rules.ts';

/** A changed field of an attribute. Breaking: devices of the old version would send values that the new one refuses. */
export interface FieldDifference {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly isBreaking: boolean;
}

/** A difference between two versions of a model in one attribute. */
export interface AttributeDifference {
  readonly identifier: string;
  readonly name: string;
  readonly attrType: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly isBreaking: boolean;
  readonly fields: readonly FieldDifference[];
}

/** Return JSON with sorted keys, so that equal values give equal texts. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? 'null';

/** Are two values equal? Missing, false and empty ones count as equal. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || ordered(one || null) === ordered(other || null);

/** Is a bound added or made stricter? `sign`: 1 for a minimum, -1 for a maximum. */
const isNarrower = (old: number | undefined, now: number | undefined, sign: 1 | -1): boolean =>
  now !== undefined && (old === undefined || (now - old) * sign > 0);

const lostKeys = (old: object = {}, now: object = {}): boolean =>
  Object.keys(old).some((key) => !Object.hasOwn(now, key));

/** Do the new specs refuse values that the old ones accepted? */
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

/** Is a parameter removed, changed in type, or newly required? */
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

/** Is a changed field breaking? Fields that are not listed never are. */
const breaks: Readonly<Record<string, (old: SchemaAttribute, now: SchemaAttribute) => boolean>> = {
  attrType: () => true,
  dataType: () => true,
  unit: () => true,
  specs: (old, now) => narrows(old.specs ?? {}, now.specs ?? {}),
  accessMode: (old, now) => [...(old.accessMode ?? '')].some((letter) => !(now.accessMode ?? '').includes(letter)),
  required: (_, now) => now.required === true,
  params: (old, now) => losesParameter(old.params, now.params),
};

/** Fields that are not compared, because they have no effect on device values. */
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

/** Return the differences between two schemas by attribute, breaking ones first. */
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
