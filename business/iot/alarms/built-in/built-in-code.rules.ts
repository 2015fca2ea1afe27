import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { alarmLevel, thingCategory } from '../../devices/dictionaries.ts';
import type { Condition } from '../rules/rule-shape.rules.ts';

/** A trouble code that ships with the product, with the parts of the alarm rule that detects it. */
export interface BuiltInCode {
  readonly code: string;
  readonly category: KeyOf<typeof thingCategory>;
  readonly models: readonly string[];
  readonly name: readonly [zh: string, en: string];
  readonly level: KeyOf<typeof alarmLevel>;
  readonly cause: string;
  readonly solution: readonly [zh: string, en: string];
  /**
   * The bit of a fault bitmap that reports the code, as `property.bit`. Absent: the code is detected by `condition`.
   */
  readonly source?: string;
  /** Condition on property values that detects the code, if the machine has no fault bit for it. */
  readonly condition?: Condition;
  readonly clear?: Condition;
  /** Properties whose values show the fault; charts of the alarm draw them. */ readonly lookAt?: readonly string[];
  /** Values that the simulator sends together with the fault bit. */ readonly simulated?: Readonly<
    Record<string, number>
  >;
  readonly holdSec?: number;
  readonly repair?: 'auto' | 'ask' | 'no';
  readonly safety?: true;
}

/** Return a condition with a single comparison. */
export const when = (prop: string, op: 'gt' | 'lt' | 'eq' | 'ne', value: unknown): Condition => ({
  all: [{ prop, op, value }],
});
