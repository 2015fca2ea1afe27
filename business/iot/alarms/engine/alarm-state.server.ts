import type { Sql, Table } from '#kernel/server';
import type { RuleState } from './rule-state.rules.ts';

/**
 * State of each rule on each device. A state is written in the transaction of the batch that changed it, and read when
 * a process starts.
 */
export const alarmStateTable: Table = {
  name: 'iot_alarm_state',
  columns: [
    { name: 'device_id', type: 'bigint', notNull: true },
    { name: 'rule_id', type: 'bigint', notNull: true },
    { name: 'tenant_id', type: 'text', notNull: true },
    { name: 'state', type: 'jsonb', notNull: true },
    { name: 'household_id', type: 'bigint' },
  ],
  primaryKey: ['device_id', 'rule_id'],
  indexes: [],
  tenants: true,
  storage: { fillfactor: 70 },
  comment: 'how far an alarm rule is with a device in a home: level, since when, hits',
};

/** A rule state to write, with the home of the device at that time. */
export interface StateRow {
  readonly deviceId: string;
  readonly ruleId: string;
  readonly householdId: string | null;
  readonly state: RuleState;
}

/** The stored values of a device, their moment in milliseconds, and its rule states. */
export interface StoredHot {
  readonly deviceId: string;
  readonly ts: number | null;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly states: Readonly<Record<string, RuleState>> | null;
}

/**
 * SQL: one millisecond before the present home got a device. A new rule state begins with it as `lastTs`, so older
 * states are of an earlier home.
 */
const beganIn = (device: 'd' | 'h'): string => `extract(epoch from ${device}.owned_since) * 1000 - 1`;

export const readHot = (sql: Sql, tenantId: string, ids: readonly string[]): Promise<StoredHot[]> =>
  sql.query<StoredHot>(
    `select d.id::text as "deviceId", (extract(epoch from l.ts) * 1000)::float8 as ts, l.data,
       (select jsonb_object_agg(s.rule_id::text, s.state) from iot_alarm_state s where s.tenant_id = $1 and s.device_id = d.id
         and s.household_id is not distinct from h.household_id and (h.owned_since is null or (s.state->>'lastTs')::float8 >= ${beganIn('h')})) as states
     from unnest($2::bigint[]) as d(id) left join iot_device_latest l on l.tenant_id = $1 and l.device_id = d.id
     left join iot_device h on h.tenant_id = $1 and h.id = d.id`,
    [tenantId, ids],
  );

export async function writeStates(sql: Sql, tenantId: string, rows: readonly StateRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `insert into iot_alarm_state (device_id, rule_id, tenant_id, state, household_id)
     select (e->>0)::bigint, (e->>1)::bigint, $2, e->2, (e->>3)::bigint from jsonb_array_elements($1::jsonb) e order by 1, 2
     on conflict (device_id, rule_id) do update set state = excluded.state, household_id = excluded.household_id`,
    [
      JSON.stringify(rows.map(({ deviceId, ruleId, state, householdId }) => [deviceId, ruleId, state, householdId])),
      tenantId,
    ],
  );
}

export async function dropStates(
  sql: Sql,
  tenantId: string,
  rows: readonly Pick<StateRow, 'deviceId' | 'ruleId'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `delete from iot_alarm_state s using unnest($2::bigint[], $3::bigint[]) as g(device_id, rule_id)
     where s.tenant_id = $1 and s.device_id = g.device_id and s.rule_id = g.rule_id`,
    [tenantId, rows.map((one) => one.deviceId), rows.map((one) => one.ruleId)],
  );
}

/**
 * Delete the rule states of a device from a home that it has left, even if it has returned since. Delete all if it is
 * retired or removed.
 */
export async function dropStatesOfLeft(sql: Sql, tenantId: string, deviceId: string): Promise<void> {
  await sql.query(
    `delete from iot_alarm_state s using iot_device d where s.tenant_id = $1 and s.device_id = $2 and d.tenant_id = $1 and d.id = s.device_id
       and (d.instance_status = 'retired' or d.is_deleted > 0 or s.household_id is distinct from d.household_id or (s.state->>'lastTs')::float8 < ${beganIn('d')})`,
    [tenantId, deviceId],
  );
}
