import type { Sql } from '#kernel/server';
import type { KnownVersion } from '../../../../ingest/known-device.server.ts';
import type { ValidateMode } from '../../../../ingest/property-check.rules.ts';
import { compiledVersion } from '../../../../ingest/registry.server.ts';
import type { ModelSchema } from '../../../../models/model-schema.rules.ts';
import { plainDeviceName } from '../../../../ingest/plain-name.rules.ts';

/** A device that frames may name, with the version of its model. */
export interface ReplayDevice {
  readonly id: string;
  readonly model: { readonly id: string };
  readonly mode: ValidateMode;
  readonly version: KnownVersion;
}

interface DeviceRow {
  readonly id: string;
  readonly key: string;
  readonly mac: string | null;
  readonly serial: string | null;
  readonly modelId: string;
  readonly mode: ValidateMode | null;
  readonly version: string;
}

/** Return the search for devices that frames name by key, MAC or serial: those that prove nothing and are in use. */
export async function fleetOf(sql: Sql, tenantId: string): Promise<(name: string) => ReplayDevice | undefined> {
  const rows = await sql.query<DeviceRow>(
    `select d.id::text as id, d.device_key as key, d.mac, d.serial_number as serial, m.id::text as "modelId", m.validate_mode as mode, v.id::text as version
     from iot_device d join iot_thing_model m on m.tenant_id = d.tenant_id and m.id = d.model_id
     join lateral (select x.id from iot_thing_model_version x where x.tenant_id = m.tenant_id and x.model_id = m.id and x.is_deleted = 0
       order by x.version_no = d.model_version desc nulls last, x.version_no desc limit 1) v on true
     where d.tenant_id = $1 and d.is_deleted = 0 and d.auth_type = 'none' and d.instance_status not in ('disabled', 'retired') order by d.id`,
    [tenantId],
  );
  const schemas = await sql.query<{ id: string; schema: ModelSchema }>(
    'select id::text as id, schema from iot_thing_model_version where tenant_id = $1 and id = any($2::bigint[])',
    [tenantId, [...new Set(rows.map(({ version }) => version))]],
  );
  const versions = new Map(schemas.map(({ id, schema }) => [id, compiledVersion(schema)]));
  const byKey = new Map<string, ReplayDevice>();
  const byName = new Map<string, ReplayDevice>();
  for (const { id, key, mac, serial, modelId, mode, version: name } of rows) {
    const version = versions.get(name);
    if (!version) continue;
    const one: ReplayDevice = { id, model: { id: modelId }, mode: mode ?? 'loose', version };
    byKey.set(key, one);
    for (const other of [mac, serial].map((text) => plainDeviceName(text ?? '')))
      if (other && !byName.has(other)) byName.set(other, one);
  }
  return (name) => byKey.get(name) ?? byKey.get(name.toLowerCase()) ?? byName.get(plainDeviceName(name));
}
