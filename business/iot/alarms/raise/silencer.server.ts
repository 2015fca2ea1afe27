import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { alarm } from '../alarm/alarm.paper.ts';
import type { AlarmEffect } from './alarm-effect.server.ts';
import type { AlarmWorld } from './alarm-effect.server.ts';
import { type Silenced, type SuppressionRow, silences } from './suppressed.rules.ts';

type Draft = Partial<Row<typeof alarm>>;
type Silencer = NonNullable<Row<typeof alarm>['suppressedBy']>;

const ROWS = `select id::text as id, suppress_type as "suppressType", model_ids::text[] as "modelIds", device_ids::text[] as "deviceIds",
    address_ids::text[] as "addressIds", household_id::text as "householdId", rule_codes as "ruleCodes", levels
  from iot_alarm_suppression where tenant_id = $1 and is_deleted = 0 and enabled is true and start_time <= $2::timestamptz and (end_time is null or end_time > $2::timestamptz)`;

/** Kinds of rules whose alarms an offline gateway explains, because its sub-devices cannot report. */
const ABOUT_PRESENCE: ReadonlySet<string> = new Set(['presence', 'silence', 'flapping']);

/** Return the codes of rules with an active or confirmed alarm, by device. */
async function openCodes(
  context: Context,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await context.sql.query<{ deviceId: string; codes: string[] }>(
    `select device_id::text as "deviceId", array_agg(rule_code) as codes from iot_alarm
     where tenant_id = $1 and device_id = any($2::bigint[]) and is_deleted = 0 and alarm_status in ('active', 'confirmed') group by 1`,
    [context.tenantId, deviceIds],
  );
  return new Map(rows.map((one) => [one.deviceId, new Set(one.codes)]));
}

const silenced = (draft: Draft): Silenced => ({
  deviceId: String(draft.deviceId),
  modelId: String(draft.modelId),
  roomAddressId: draft.roomAddressId ?? null,
  householdId: draft.householdId ?? null,
  ruleCode: String(draft.ruleCode),
  level: String(draft.level),
});

/**
 * Return a function that gives the cause which suppresses a new alarm: a suppression row, an offline gateway, or
 * another open alarm. Null: none.
 */
export async function silencerOf(
  context: Context,
  drafts: readonly Draft[],
  effects: readonly AlarmEffect[],
  world: AlarmWorld,
): Promise<(draft: Draft) => Silencer | null> {
  const rows = await context.sql.query<SuppressionRow>(ROWS, [context.tenantId, context.now()]);
  const byRule = new Map(effects.map((one) => [one.rule.id, one.rule]));
  const byDevice = new Map(effects.map((one) => [one.device.id, one.device]));
  const asks = drafts.filter((one) => byRule.get(String(one.ruleId))?.of.suppression?.dependsOn?.length);
  const codes =
    asks.length > 0 ? await openCodes(context, [...new Set(asks.map((one) => String(one.deviceId)))]) : new Map();
  return (draft) => {
    const row = rows.find((one) => silences(one, silenced(draft)));
    if (row) return row.suppressType as Silencer;
    const rule = byRule.get(String(draft.ruleId));
    const device = byDevice.get(String(draft.deviceId));
    if (!rule || !device) return null;
    if (ABOUT_PRESENCE.has(rule.kind) && world.parentOf(device)?.isOnline === false) return 'parent';
    const above = codes.get(device.id);
    return rule.of.suppression?.dependsOn?.some((code) => above?.has(code)) ? 'dependency' : null;
  };
}
