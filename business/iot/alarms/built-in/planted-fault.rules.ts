import type { BuiltInCode } from './built-in-code.rules.ts';
import { type Comparison, comparisonsOf } from '../rules/rule-shape.rules.ts';

/** The property values by which simulated machines of one model show a fault. */
export interface PlantedFault {
  readonly modelCode: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Return a value for which a comparison holds. */
function fitting({ op, value }: Comparison): unknown {
  if (op === 'gt') return Number(value) * 1.1 + 1;
  if (op === 'lt') return Number(value) > 0 ? Math.max(0, Number(value) - 1) : Number(value) - 1;
  if (op === 'ne') return Number(value) + 1;
  return value;
}

/** Return the values by which a machine shows a trouble code; null: the code is not built in. */
export function plantedFault(code: string, all: readonly BuiltInCode[]): PlantedFault | null {
  const found = all.find((one) => one.code === code);
  if (!found) return null;
  const [modelCode] = found.models;
  const [property, bit] = (found.source ?? '').split('.');
  if (property) return { modelCode, values: { ...found.simulated, [property]: 2 ** Number(bit) } };
  const wanted = found.condition?.any ? comparisonsOf(found.condition).slice(0, 1) : comparisonsOf(found.condition);
  return { modelCode, values: Object.fromEntries(wanted.map((one) => [one.prop, fitting(one)])) };
}
