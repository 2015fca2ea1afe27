import type { Reading } from '#kernel/server';
import type { DayFigures } from '#business/iot/history/figures/day-figures.rules.ts';
import { daysFrom } from '#business/iot/history/figures/local-day.rules.ts';
import { countedDaysOf } from '#business/iot/history/figures/read-days.server.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { roomAddressFacts } from '#business/operation/addresses/room-address-facts.relation.ts';
import { regionPaperFacts } from '#business/system/settings/region/region-facts.relation.ts';

/** Where a device stands: its kind, the city and the size of its home. */
export interface DevicePlace {
  readonly category: string;
  readonly modelId: string;
  /** Of the region code, what names the city; empty: no address is known. */ readonly city: string;
  readonly cityName: string;
  readonly area: number | null;
}

const CITY_DIGITS = 4;

/** Where a device stands. */
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

/** A device of a city with the days that were counted of it. */
export interface Neighbour {
  readonly deviceId: string;
  readonly days: ReadonlyMap<string, DayFigures>;
}

/** How much larger or smaller a home may be. */
export const AREA_SHARE = 0.2;
/** So many devices are looked at. */
const MOST_NEIGHBOURS = 400;

/** Which devices are asked for, and which figures of them. */
export interface AskedNeighbours {
  readonly categories: readonly string[];
  readonly city: string;
  /** Homes of about this size; null: of any. */ readonly area: number | null;
  readonly modelId?: string;
  readonly first: string;
  readonly last: string;
  readonly names: ReadonlySet<string>;
  /** Hour by hour; absent: days as a whole. */ readonly each?: 'hour';
}

/**
 * Devices of a city with their counted days, each from the day on after it came to those who live with it now. Their figures are told
 * to nobody by themselves: whoever asks gets what is between many of them.
 */
export async function neighbours({ sql, tenantId }: Reading, asked: AskedNeighbours): Promise<Neighbour[]> {
  const rows = await sql.query<{ id: string }>(
    `select d.id::text as id from ${deviceFacts} d
     join ${thingModelFacts} m on m.tenant_id = d.tenant_id and m.id = d.model_id
     join ${roomAddressFacts} a on a.tenant_id = d.tenant_id and a.id = d.room_address_id
     where d.tenant_id = $1 and d.is_deleted = 0 and d.household_id is not null and m.category = any($2::text[])
       and left(a.area_code, ${CITY_DIGITS}) = $3 and ($4::float8 is null or abs(a.area_size::float8 - $4) <= $4 * ${AREA_SHARE})
       and ($5::bigint is null or d.model_id = $5) order by d.id limit ${MOST_NEIGHBOURS}`,
    [tenantId, asked.categories, asked.city, asked.area, asked.modelId ?? null],
  );
  const { names, each, first, last } = asked;
  const ids = rows.map(({ id }) => id);
  const found = await countedDaysOf(sql, tenantId, { ids, days: daysFrom(first, last), names, ...(each && { each }) });
  return [...found].filter(([, days]) => days.size > 0).map(([deviceId, days]) => ({ deviceId, days }));
}
