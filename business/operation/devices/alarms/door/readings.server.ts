import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { valuesOfFault } from '#business/iot/alarms/curve/drawn-properties.rules.ts';
import { type StoredRule, compileRule } from '#business/iot/alarms/engine/compile-rule.rules.ts';
import { type Constants, compileCondition } from '#business/iot/alarms/engine/condition.rules.ts';
import { constantsOf } from '#business/iot/alarms/engine/read-rules.server.ts';
import { comparisonsOf } from '#business/iot/alarms/rules/rule-shape.rules.ts';
import type { device } from '#business/iot/devices/device.paper.ts';
import type { SchemaAttribute } from '#business/iot/models/model-schema.rules.ts';
import { type LatestState, momentOfValue } from '#business/iot/values/latest.rules.ts';
import { propertyWords, unitOf } from '#business/iot/values/value-words.rules.ts';
import { allowedBy } from './allowed.rules.ts';
import type { DoorVerdict } from './door.calls.ts';
import { latestFacts } from '#business/iot/history/store/latest-facts.relation.ts';

const MOST = 6;

interface Asked {
  readonly row: Row<typeof alarm>;
  readonly of: Row<typeof device>;
  readonly rule: StoredRule | undefined;
  readonly properties: readonly SchemaAttribute[];
}

type Values = Readonly<Record<string, unknown>>;

/** Return the properties to show: those of the rule, then those that show the fault, at most six. */
function shownProperties({ row, rule, properties }: Asked): SchemaAttribute[] {
  const checked = rule ? compileRule(rule, constantsOf(properties)).properties : [];
  const own = properties.filter((one) => checked.includes(one.identifier));
  return [...new Set([...own, ...valuesOfFault(rule?.code?.lookAt, row.valuesJson, properties)])].slice(0, MOST);
}

/**
 * Does no comparison of the rule hold for the current value? Null: the rule does not test the property, or it has no
 * value.
 */
function fitsNow(rule: StoredRule | undefined, property: string, now: Values, constants: Constants): boolean | null {
  const comparisons = (rule?.createRules ?? [])
    .flatMap((one) => comparisonsOf(one.condition))
    .filter((one) => one.prop === property);
  if (comparisons.length === 0 || now[property] === undefined) return null;
  const test = compileCondition({ any: comparisons }, constants);
  return !test({ now, before: now, passedMs: 0 });
}

const wordsOf = (one: SchemaAttribute, value: unknown): Label =>
  value === undefined || value === null ? ['', ''] : propertyWords(one, value);

/**
 * Return each property at the time of the alarm, now, and its normal values. Data from before the present home got the
 * device is omitted.
 */
export async function readingsOf(reading: Reading, facts: Asked): Promise<DoorVerdict['readings']> {
  const { row, of, rule, properties } = facts;
  const [latest] = await reading.sql.query<LatestState & { owned: number }>(
    `select (extract(epoch from ts) * 1000)::float8 as ts, data, times, (coalesce(extract(epoch from $3::timestamptz), 0) * 1000)::float8 as owned
     from ${latestFacts} where tenant_id = $1 and device_id = $2 and ts >= coalesce($3::timestamptz, '-infinity')`,
    [reading.tenantId, of.id, of.ownedSince ?? null],
  );
  const before = (row.valuesJson ?? {}) as Values;
  return shownProperties(facts).map((one) => {
    const at = momentOfValue(latest, one.identifier, latest?.owned ?? 0);
    const now = at === null ? undefined : latest?.data[one.identifier];
    const allowed = rule ? allowedBy(rule, one.identifier) : null;
    return {
      identifier: one.identifier,
      name: [one.name, one.nameEn ?? one.name] as const,
      unit: unitOf(one),
      before: wordsOf(one, before[one.identifier]),
      now: wordsOf(one, now),
      at,
      allowed: allowed ?? (['', ''] as const),
      fits: fitsNow(rule, one.identifier, { [one.identifier]: now }, constantsOf(properties, of.extConfig)),
    };
  });
}
