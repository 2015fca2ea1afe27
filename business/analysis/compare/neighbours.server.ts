import type { Reading } from '#kernel/server';
import type { DayFigures } from '#business/iot/history/figures/day-figures.rules.ts';
import { daysFrom } from '#kernel/language/days.ts';
import { countedDaysOf } from '#business/iot/history/figures/read-days.server.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { roomAddressFacts } from '#business/operation/addresses/room-address-facts.relation.ts';
import { regionPaperFacts } from '#business/system/settings/region/region-facts.relation.ts';

/** Facts by which similar devices are found: category, model, city, and floor area of the home. */
export interface DevicePlace {
  readonly category: string;
  readonly modelId: string;
  /** First four digits of the region code; empty without an address. */ readonly city: string;
  readonly cityName: string;
  readonly area: number | null;
}

const CITY_DIGITS = 4;

/** Return category, model, city and floor area of a device, by which similar ones are found. */
export async function devicePlaceOf({ sql, tenantId }: Reading, deviceId: string): Promise<DevicePlace> {
  const [row] = await sql.query<DevicePlace>(
    `select m.category, d.model_id::text as "modelId", coalesce(left(a.area_code, ${CITY_DIGITS}), '') as city, coalesce(r.name, '') as "cityName", a.area_size::float8 as area
     from ${deviceFacts} d join ${thingModelFacts} m on m.tenant_id = d.tenant_id and m.id = d.model_id
     left join ${roomAddressFacts} a on a.tenant_id = d.tenant_id and a.id = d.room_address_id
     left join ${regionPaperFacts} r on r.code = left(a.area_code, ${CITY_DIGITS})
     where d.tenant_id = $1 and d.id = $2`,
    [tenantId, deviceId],
  );
  return row;
}

/** A device of the queried city, with its figures by day. */
export interface Neighbour {
  readonly deviceId: string;
  readonly days: ReadonlyMap<string, DayFigures>;
}

/** Largest difference of floor areas between homes, as a share of the area of the analysed home. */
export const AREA_SHARE = 0.2;
/** Maximum number of devices read for a comparison. */
const MAX_NEIGHBOURS = 400;

/** Selection of devices in a city, with the days and properties to read. */
export interface AskedNeighbours {
  readonly categories: readonly string[];
  readonly city: string;
  /** Floor area in m² from which homes may differ by `AREA_SHARE`; null: homes of any size. */
  readonly area: number | null;
  readonly modelId?: string;
  readonly first: string;
  readonly last: string;
  readonly names: ReadonlySet<string>;
  /** Read figures by hour; absent: by day. */ readonly each?: 'hour';
}

/**
 * Return devices of a city with their figures by day. Days of a device begin on the day after its present home got it.
 * Callers publish only statistics over many devices.
 */
export async function neighbours({ sql, tenantId }: Reading, query: AskedNeighbours): Promise<Neighbour[]> {
  const rows = await sql.query<{ id: string }>(
    `select d.id::text as id from ${deviceFacts} d
     join ${thingModelFacts} m on m.tenant_id = d.tenant_id and m.id = d.model_id
     join ${roomAddressFacts} a on a.tenant_id = d.tenant_id and a.id = d.room_address_id
     where d.tenant_id = $1 and d.is_deleted = 0 and d.household_id is not null and m.category = any($2::text[])
       and left(a.area_code, ${CITY_DIGITS}) = $3 and ($4::float8 is null or abs(a.area_size::float8 - $4) <= $4 * ${AREA_SHARE})
       and ($5::bigint is null or d.model_id = $5) order by d.id limit ${MAX_NEIGHBOURS}`,
    [tenantId, query.categories, query.city, query.area, query.modelId ?? null],
  );
  const { names, each, first, last } = query;
  const ids = rows.map(({ id }) => id);
  const found = await countedDaysOf(sql, tenantId, { ids, days: daysFrom(first, last), names, ...(each && { each }) });
  return [...found].filter(([, days]) => days.size > 0).map(([deviceId, days]) => ({ deviceId, days }));
}
