import type { Label } from '#kernel/language/label.ts';
import { type SchemaAttribute, identifierProblem, isNumeric, specsProblem } from './model-schema.rules.ts';

/** Fields that only an attribute of a kind has; on others they are empty. */
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

/** What an attribute of a kind has where nothing else was said. */
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

/** What an attribute of its kind does not have is nothing; what it must have and was not given is the usual. */
export function completeAttribute(one: SchemaAttribute): Partial<SchemaAttribute> {
  const foreign = Object.entries(ONLY).flatMap(([kind, names]) => (kind === one.attrType ? [] : names));
  const empty = [...foreign, ...(one.attrType === 'property' ? (['params'] as const) : [])];
  return {
    ...Object.fromEntries(empty.map((name) => [name, null])),
    ...Object.fromEntries(
      Object.entries(usual(one)).map(([name, value]) => [name, one[name as keyof SchemaAttribute] ?? value]),
    ),
  };
}

/** What is wrong with an attribute, and at which of its fields; null where nothing is. */
export function attributeProblem(one: SchemaAttribute): { readonly field: string; readonly words: Label } | null {
  const identifier = identifierProblem(one.identifier);
  if (identifier) return { field: 'identifier', words: identifier };
  const parameter = (one.params ?? []).map((part) => identifierProblem(part.identifier)).find(Boolean);
  if (parameter) return { field: 'params', words: parameter };
  const specs = one.attrType === 'property' ? specsProblem(one.dataType ?? 'int', one.specs ?? {}) : null;
  return specs && { field: 'specs', words: specs };
}
