import { addDays, daysFrom } from '#kernel/language/days.ts';
import { mustGet } from '#kernel/language/must.ts';
import { labelIn } from '#kernel/language/label.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { type Context, type Reading, type Table, type WorkSteps, sql } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import type { DayFigures } from '#business/iot/history/figures/day-figures.rules.ts';
import { countedDaysOf } from '#business/iot/history/figures/read-days.server.ts';
import { tableColumns } from '#business/iot/history/store/table-columns.server.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { linkVerb } from '#business/masterdata/piles/bench.server.ts';
import { ownPile } from '#business/masterdata/piles/piles.server.ts';
import { householdFacts } from '#business/operation/households/household-facts.relation.ts';
import { roomAddressFacts } from '#business/operation/addresses/room-address-facts.relation.ts';
import { NIGHT_HOURS, type NightRun, nightRun } from './night-run.rules.ts';

/** Litres of one step of the counter, by category of the device. A prefilter or softener counts litres, a meter m³. */
const LITRES: Readonly<Record<string, number>> = { water_meter: 1000, water_softener: 1, prefilter: 1 };
const COUNTER = 'totalWater';
const DAYS_BACK = 14;
const AT_ONCE = 200;

/** Nights in a row in which water ran at a device, computed each night. */
export const nightTables: readonly Table[] = [
  {
    name: 'analysis_night_water',
    columns: tableColumns({
      tenant_id: 'text not null',
      device_id: 'bigint not null',
      until: 'date not null',
      nights: 'integer not null',
      litres: 'integer not null',
    }),
    primaryKey: ['tenant_id', 'device_id'],
    indexes: [],
    tenants: true,
    comment: 'devices where water ran in several nights in a row; computed again each night',
  },
];

/** Return the litres of a night from hourly figures; null without values. */
function litresOf(day: DayFigures | undefined, factor: number): number | null {
  const hours = day?.columns.get(COUNTER)?.figures ?? [];
  const known = NIGHT_HOURS.flatMap((hour) => (hours.length > 1 ? (hours[hour]?.delta ?? []) : []));
  return known.length > 0 ? known.reduce((sum, one) => sum + one, 0) * factor : null;
}

const metersOf = (context: Context): Promise<{ id: string; category: string }[]> =>
  context.sql.query(
    `select d.id::text as id, m.category from ${deviceFacts} d join ${thingModelFacts} m on m.tenant_id = d.tenant_id and m.id = d.model_id
     where d.tenant_id = $1 and d.is_deleted = 0 and d.household_id is not null and m.category = any($2::text[]) order by d.id`,
    [context.tenantId, Object.keys(LITRES)],
  );

/** Nightly: find devices where water ran in several nights in a row. */
export async function findNightWater({ step }: WorkSteps): Promise<void> {
  const { meters, days } = await step(async (context) => ({
    meters: await metersOf(context),
    days: daysFrom(addDays(context.today(), -DAYS_BACK), addDays(context.today(), -1)),
  }));
  const found: ({ readonly id: string } & NightRun)[] = [];
  for (let at = 0; at < meters.length; at += AT_ONCE) {
    const some = meters.slice(at, at + AT_ONCE);
    const read = await step(({ sql: reader, tenantId }) =>
      countedDaysOf(reader, tenantId, {
        ids: some.map(({ id }) => id),
        days,
        names: new Set([COUNTER]),
        each: 'hour',
      }),
    );
    for (const { id, category } of some) {
      const mine = mustGet(read, id);
      const run = nightRun(days.map((day) => litresOf(mine.get(day), LITRES[category])));
      if (run) found.push({ id, ...run });
    }
  }
  await step(async ({ sql: writer, tenantId }) => {
    await writer.query('delete from analysis_night_water where tenant_id = $1', [tenantId]);
    await writer.query(
      `insert into analysis_night_water (tenant_id, device_id, until, nights, litres)
       select $1, r.id, $2::date, r.nights, r.litres from jsonb_to_recordset($3::jsonb) as r(id bigint, nights int, litres int)`,
      [tenantId, days.at(-1), JSON.stringify(found)],
    );
  });
}

interface Wet extends NightRun {
  readonly id: string;
  readonly home: string;
  readonly address: string;
}

/** Return the homes that the caller sees where water ran at night, most nights first; one device of each home. */
async function wetHomes(reading: Reading): Promise<Wet[]> {
  const devices = reading.visible(device);
  const rows = await reading.sql.query<Wet>(
    sql`select * from (select distinct on (t.household_id) t.id::text as id, h.name as home, coalesce(a.full_address, '') as address, n.nights, n.litres
       from analysis_night_water n join ${deviceFacts} t on t.tenant_id = n.tenant_id and t.id = n.device_id
       join ${thingModelFacts} m on m.tenant_id = t.tenant_id and m.id = t.model_id
       join ${householdFacts} h on h.tenant_id = t.tenant_id and h.id = t.household_id
       left join ${roomAddressFacts} a on a.tenant_id = t.tenant_id and a.id = t.room_address_id
       where n.tenant_id = ${reading.tenantId} and (t.owned_since is null or n.until - n.nights >= t.owned_since::date) and ${await devices.sql()}
       order by t.household_id, (m.category = 'water_meter') desc, n.nights desc) x order by x.nights desc, x.litres desc`,
  );
  return rows.map((row) => devices.present(row));
}

/** Homes where water ran in several nights in a row: rows of the operator's ordered list. */
export const nightWater = ownPile(
  {
    name: 'nightWater',
    sort: 431,
    label: ['夜里一直用水', 'Water at night'],
    kind: ['用水', 'Water'],
    paper: device,
    by: 'view',
    buttons: [buttonOf(device, 'view')],
    all: '/analysis/water',
    when: 'came',
    places: { operator: { section: 'seen', rank: 2, most: 3 } },
  },
  async (reading, most) => {
    const homes = await wetHomes(reading);
    return {
      count: homes.length,
      rows: homes.slice(0, most).map(({ id, home, address, nights, litres }) => ({
        id,
        who: home,
        tone: 'amber' as const,
        note: [`${nights} 晚`, `${nights} nights`] as const,
        fact: labelIn(
          [`夜里 0–5 点每晚 ${litres} L，像哪里在漏`, `${litres} L a night from 0 to 5 o’clock: perhaps a leak`],
          reading.language,
        ),
        evidence: [address].filter(Boolean),
        to: `/matter/exampleDetail?id=${id}`,
        verbs: [
          linkVerb(['看用水', 'See the water'], `/analysis/water?device=${id}`, 'V'),
          linkVerb(['打开设备', 'Open the device'], `/matter/exampleDetail?id=${id}`, 'D'),
        ],
      })),
    };
  },
);
