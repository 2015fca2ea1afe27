import type { Sql } from '#kernel/server';
import type { CompiledRule } from '../engine/compile-rule.rules.ts';
import type { DeviceMoment } from '../engine/hot-device.rules.ts';

interface MomentRow {
  readonly ts: number;
  readonly v: Readonly<Record<string, unknown>> | null;
  readonly event: string | null;
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly online: boolean | null;
}

/** Maximum of messages of a device in one read. */
const SLICE = 10_000;
/** Upper bound of slices for one device. */
const MAX_SLICES = 300;

const VALUES = `select (extract(epoch from m.ts) * 1000)::float8 as ts, (select jsonb_object_agg(k, m.data->k) from unnest($5::text[]) k where m.data ? k) as v,
    null as event, null::jsonb as params, null::boolean as online
  from iot_telemetry m where m.tenant_id = $1 and m.device_id = $2 and m.ts > to_timestamp($3::float8 / 1000) and m.ts <= to_timestamp($4::float8 / 1000) order by m.ts limit ${SLICE}`;

const EVENTS = `select (extract(epoch from e.event_time) * 1000)::float8 as ts, null::jsonb as v, e.identifier as event, coalesce(e.params, '{}'::jsonb) as params, null::boolean as online
  from iot_event e where e.tenant_id = $1 and e.device_id = $2 and e.event_time > to_timestamp($3::float8 / 1000) and e.event_time <= to_timestamp($4::float8 / 1000)
    and e.identifier = any($5::text[]) and e.is_deleted = 0 order by e.event_time limit ${SLICE}`;

const PRESENCE = `select (extract(epoch from o.change_time) * 1000)::float8 as ts, null::jsonb as v, null as event, null::jsonb as params, o.online_status = 'online' as online
  from iot_online_event o where o.tenant_id = $1 and o.device_id = $2 and o.change_time > to_timestamp($3::float8 / 1000) and o.change_time <= to_timestamp($4::float8 / 1000)
    and o.is_deleted = 0 order by o.change_time limit ${SLICE}`;

const sourceOf = ({ kind, levels, properties }: CompiledRule): { readonly text: string; readonly names?: string[] } => {
  if (kind === 'event') return { text: EVENTS, names: levels.flatMap((one) => one.event ?? []) };
  return kind === 'presence' || kind === 'flapping' ? { text: PRESENCE } : { text: VALUES, names: [...properties] };
};

const momentOf = ({ ts, v, event, params, online }: MomentRow, kind: CompiledRule['kind']): DeviceMoment => ({
  ts,
  // Any message is a sign of life for rules that wait for silence.
  values: kind === 'values' || kind === 'silence' ? (v ?? {}) : null,
  events: event === null ? [] : [{ identifier: event, params: params ?? {} }],
  isOnline: online,
  isTick: false,
});

/**
 * Yield the stored moments of a device that a rule needs, oldest first, in slices: property values, events or presence.
 */
export async function* storedMoments(
  sql: Sql,
  tenantId: string,
  rule: CompiledRule,
  asked: { readonly deviceId: string; readonly from: number; readonly until: number },
): AsyncGenerator<readonly DeviceMoment[]> {
  const { text, names } = sourceOf(rule);
  let from = asked.from;
  for (let slice = 0; slice < MAX_SLICES; slice += 1) {
    const values = [tenantId, asked.deviceId, from, asked.until];
    const rows = await sql.query<MomentRow>(text, names ? [...values, names] : values);
    yield rows.map((row) => momentOf(row, rule.kind));
    if (rows.length < SLICE) return;
    from = rows[rows.length - 1].ts;
  }
}
