import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { alarmLevel, thingCategory } from '../../dictionaries.ts';
import type { Condition } from '../rules/rule-shape.rules.ts';

/** A trouble code that the product brings along, with the rule that sees it. */
export interface BuiltInCode {
  readonly code: string;
  readonly category: KeyOf<typeof thingCategory>;
  readonly models: readonly string[];
  readonly name: readonly [zh: string, en: string];
  readonly level: KeyOf<typeof alarmLevel>;
  readonly cause: string;
  readonly solution: readonly [zh: string, en: string];
  /** A bit of a fault word by which the device tells it. */ readonly source?: string;
  /** Else what its values look like. */ readonly condition?: Condition;
  readonly clear?: Condition;
  /** In which of its values the fault shows. */ readonly lookAt?: readonly string[];
  /** What a simulated machine tells beside the bit. */ readonly simulated?: Readonly<Record<string, number>>;
  readonly holdSec?: number;
  readonly repair?: 'auto' | 'ask' | 'no';
  readonly safety?: true;
}

/** One comparison, as most conditions are. */
export const when = (prop: string, op: 'gt' | 'lt' | 'eq' | 'ne', value: unknown): Condition => ({
  all: [{ prop, op, value }],
});
