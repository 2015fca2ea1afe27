import { type Reading, raw, sql } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import type { SchemaAttribute } from '../../models/model-schema.rules.ts';
import { propertiesOf } from '../../values/current.server.ts';
import { refuse } from '../../refusals.ts';
import { compileRule } from '../engine/compile-rule.rules.ts';
import type { DryRunAsked } from './dry-run.calls.ts';
import type { RunRules } from './run-rules.server.ts';
import { NO_CONSTANTS } from '../engine/condition.rules.ts';

/** A device of a dry run, with the properties of its model version. */
export interface DeviceOfRun {
  readonly id: string;
  readonly intervalSec: number;
  /** When the present home got the device (milliseconds). */ readonly ownedSince: number;
  readonly properties: readonly SchemaAttribute[];
  /** The field `extConfig` of the device: extension values by key, as stored. */ readonly extensions: unknown;
}

const MOST = 20_000;

interface Found extends Omit<DeviceOfRun, 'properties'> {
  readonly modelId: string;
  readonly modelVersion: number;
}

/**
 * Return the visible devices to which the rule applies. Devices with an own rule that replaces it are omitted, unless
 * one device is named.
 */
async function foundDevices(reading: Reading, { deviceId, modelId, id }: DryRunAsked): Promise<Found[]> {
  const query = deviceId ? { id: deviceId } : modelId ? { modelId } : {};
  const visible = await reading.visible(device, { query }).sql();
  return reading.sql.query<Found>(
    sql`select t.id::text as id, t.model_id::text as "modelId", coalesce(t.model_version, 0) as "modelVersion", greatest(m.report_interval_sec, 1) as "intervalSec", t.ext_config as extensions,
       (coalesce(extract(epoch from t.owned_since), 0) * 1000)::float8 as "ownedSince"
     from iot_device t join iot_thing_model m on m.tenant_id = t.tenant_id and m.id = t.model_id
     where ${visible} and (${deviceId ?? null}::text is not null or not exists (select 1 from iot_alarm_rule o
       where o.tenant_id = t.tenant_id and o.device_id = t.id and o.inherit_rule_id = ${id ?? null}::bigint and o.is_deleted = 0))
     order by t.id limit ${raw(MOST)}`,
  );
}

/**
 * Return the devices whose version has all properties of the draft. If no version fits, refuse and name the missing
 * ones.
 */
export async function devicesOfRun(reading: Reading, asked: DryRunAsked, { draft }: RunRules): Promise<DeviceOfRun[]> {
  const { sql, tenantId } = reading;
  const asks = compileRule(draft, NO_CONSTANTS).properties;
  const versions = new Map<string, readonly SchemaAttribute[]>();
  const versionOf = async (of: { modelId: string; modelVersion: number }): Promise<readonly SchemaAttribute[]> => {
    const key = `${of.modelId} ${of.modelVersion}`;
    const properties = versions.get(key) ?? (await propertiesOf(sql, tenantId, of));
    versions.set(key, properties);
    return properties;
  };
  const found = await foundDevices(reading, asked);
  const fitting: DeviceOfRun[] = [];
  let lacks: { names: string[]; version: number } | null = null;
  const look = async (of: { modelId: string; modelVersion: number }): Promise<readonly SchemaAttribute[] | null> => {
    const properties = await versionOf(of);
    const names = asks.filter((name) => !properties.some((one) => one.identifier === name));
    if (names.length === 0) return properties;
    lacks ??= { names, version: of.modelVersion };
    return null;
  };
  for (const one of found) {
    const properties = await look(one);
    if (properties) fitting.push({ ...one, properties });
  }
  if (found.length === 0 && asked.modelId) await look({ modelId: asked.modelId, modelVersion: 0 });
  const missing = lacks as { names: string[]; version: number } | null;
  if (missing && fitting.length === 0 && (asked.modelId || asked.deviceId))
    throw refuse.rulePropertyUnknown(missing, { data: { names: missing.names } });
  return fitting;
}
