import type { Label } from '#kernel/language/label.ts';
import { type SchemaAttribute, identifierProblem, isNumeric, specsProblem } from './model-schema.rules.ts';

/** Fields that only one kind of attribute has; other kinds have them empty. */
const ONLY: Readonly<Record<string, readonly (keyof SchemaAttribute)[]>> = {
  property: [
    'dataType',
    'specs',
    'unit',
    'accessMode',
    'reportMode',
    'deadband',
    'maxSilentSec',
    'maxRate',
    'storage',
    'aggregation',
    'counterWrap',
    'required',
    'screen',
    'chart',
    'alarmable',
    'setting',
  ],
  event: ['eventLevel'],
  service: ['callMode', 'timeoutSec'],
};

/** Return the default values for an attribute of this kind. */
function usual(one: SchemaAttribute): Partial<SchemaAttribute> {
  if (one.attrType === 'event') return { eventLevel: 'info' };
  if (one.attrType === 'service') return { callMode: 'async', timeoutSec: one.callMode === 'sync' ? 10 : 60 };
  return {
    dataType: 'int',
    accessMode: 'r',
    reportMode: 'periodic',
    storage: 'history',
    aggregation: isNumeric(one.dataType ?? 'int') ? 'avg' : 'none',
    maxSilentSec: 900,
  };
}

/** Return values that empty the fields of other kinds and set missing ones to their defaults. */
export function completeAttribute(one: SchemaAttribute): Partial<SchemaAttribute> {
  const foreign = Object.entries(ONLY).flatMap(([kind, names]) => (kind === one.attrType ? [] : names));
  const empty = [
    ...foreign,
    ...(one.attrType === 'property' ? (['params'] as const) : []),
    ...(one.attrType === 'event' ? (['risk'] as const) : []),
  ];
  return {
    ...Object.fromEntries(empty.map((name) => [name, null])),
    ...Object.fromEntries(
      Object.entries(usual(one)).map(([name, value]) => [name, one[name as keyof SchemaAttribute] ?? value]),
    ),
  };
}

/** Return the first problem of an attribute and the field that has it; null: none. */
export function attributeProblem(one: SchemaAttribute): { readonly field: string; readonly words: Label } | null {
  const identifier = identifierProblem(one.identifier);
  if (identifier) return { field: 'identifier', words: identifier };
  const parameter = (one.params ?? []).map((part) => identifierProblem(part.identifier)).find(Boolean);
  if (parameter) return { field: 'params', words: parameter };
  const specs = one.attrType === 'property' ? specsProblem(one.dataType ?? 'int', one.specs ?? {}) : null;
  return specs && { field: 'specs', words: specs };
}
