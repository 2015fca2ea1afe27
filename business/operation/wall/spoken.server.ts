import type { Reading } from '#kernel/server';
import type { ModelSchema, SchemaAttribute } from '#business/iot/models/model-schema.rules.ts';
import { type LatestState, momentOfValue } from '#business/iot/values/latest.rules.ts';
import { shownValue } from '#business/iot/values/value-words.rules.ts';
import type { WallDevice } from './wall.calls.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { latestFacts } from '#business/iot/history/store/latest-facts.relation.ts';
import { modelVersionFacts } from '#business/iot/models/model-version-facts.relation.ts';

/** A device with its present values, and the properties that its model selects for wall displays. */
export interface Spoken {
  readonly deviceId: string;
  readonly category: string;
  readonly intervalSec: number;
  readonly attributes: readonly SchemaAttribute[];
  readonly ownedSince: number;
  readonly state: LatestState | undefined;
}

/**
 * Return the model properties and present values of devices, in a single statement, because wall displays reload every
 * second. `beside`: properties to include too.
 */
export async function spokenBy(
  { sql, tenantId }: Reading,
  ids: readonly string[],
  beside: readonly string[] = [],
): Promise<ReadonlyMap<string, Spoken>> {
  const rows = await sql.query<{
    deviceId: string;
    category: string;
    intervalSec: number;
    attributes: ModelSchema['attributes'] | null;
    ownedSince: number | null;
    ts: number | null;
    data: LatestState['data'] | null;
    times: LatestState['times'];
  }>(
    `select d.id::text as "deviceId", m.category, m.report_interval_sec as "intervalSec", v.attributes,
       (extract(epoch from d.owned_since) * 1000)::float8 as "ownedSince", (extract(epoch from l.ts) * 1000)::float8 as ts, l.data, l.times
     from ${deviceFacts} d join ${thingModelFacts} m on m.id = d.model_id and m.tenant_id = d.tenant_id
     left join ${latestFacts} l on l.device_id = d.id and l.tenant_id = d.tenant_id
     left join lateral (
       select jsonb_path_query_array(o.schema, '$.attributes[*] ? (@.attrType == "property" && (@.screen == true || @.identifier == $beside[*]))',
         jsonb_build_object('beside', to_jsonb($3::text[]))) as attributes
       from ${modelVersionFacts} o where o.tenant_id = d.tenant_id and o.model_id = d.model_id and o.is_deleted = 0
       order by (o.version_no = coalesce(d.model_version, 0)) desc, o.version_no desc limit 1) v on true
     where d.tenant_id = $1 and d.id = any($2::bigint[])`,
    [tenantId, ids, beside],
  );
  return new Map(
    rows.map(({ ts, data, times, attributes, ownedSince, ...row }) => [
      row.deviceId,
      {
        ...row,
        attributes: attributes ?? [],
        ownedSince: ownedSince ?? 0,
        state: ts === null || data === null ? undefined : { ts, data, times },
      },
    ]),
  );
}

/**
 * Return the values of a device in words. A value that is sent only when it changes is as recent as the last message.
 */
export function wallValues({ attributes, state, ownedSince }: Spoken): WallDevice['values'] {
  return attributes.map((one) => {
    const ts = momentOfValue(state, one.identifier, ownedSince);
    const value = ts === null ? null : state?.data[one.identifier];
    return {
      identifier: one.identifier,
      name: [one.name, one.nameEn ?? one.name],
      ...shownValue(one, value),
      number: typeof value === 'number' ? value : null,
      ts: ts !== null && one.reportMode === 'change' ? state!.ts : ts,
    };
  });
}
