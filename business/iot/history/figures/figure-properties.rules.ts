import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import type { CounterRule } from './growth.rules.ts';
import type { FigureKind, FigureProperty } from './day-figures.rules.ts';

const NUMERIC = new Set(['int', 'long', 'float', 'double']);

function kindOf({ dataType, aggregation }: SchemaAttribute): FigureKind | null {
  if (dataType === 'bool' || dataType === 'enum') return 'switch';
  if (!NUMERIC.has(dataType ?? '')) return null;
  return aggregation === 'counter' ? 'counter' : 'number';
}

const numberOrNull = (value: string | null | undefined): number | null => {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) && number > 0 ? number : null;
};

/** Return the smallest difference between two values of a property: 1, or its last decimal. */
const stepOf = ({ dataType, specs }: SchemaAttribute): number =>
  dataType === 'int' || dataType === 'long' ? 1 : 10 ** -Number(specs?.precision ?? 6);

/** Return the counter limits of a property. */
export const counterRuleOf = (of: SchemaAttribute): CounterRule => ({
  wrap: numberOrNull(of.counterWrap),
  maxRate: numberOrNull(of.maxRate),
  step: stepOf(of),
});

/** Return the properties for which figures are computed: stored numbers, counters and switches. */
export const figureProperties = (attributes: readonly SchemaAttribute[]): FigureProperty[] =>
  attributes.flatMap((one) => {
    const kind = one.attrType === 'property' && (one.storage ?? 'history') === 'history' ? kindOf(one) : null;
    if (!kind) return [];
    return [
      {
        identifier: one.identifier,
        kind,
        counter: counterRuleOf(one),
        isHeld: Number(one.deadband ?? 0) > 0,
      },
    ];
  });
