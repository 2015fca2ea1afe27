import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Reading, raw } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { doubtWords } from '#business/iot/history/figures/doubt-words.rules.ts';
import { countedDaysOf } from '#business/iot/history/figures/read-days.server.ts';
import { daysOver, yearBefore } from '../compare/month-days.rules.ts';
import { refuse } from '../refusals.ts';
import { ENERGIES, type Energy, categoriesOf } from './energies.rules.ts';
import type { energyOverview } from './energy.calls.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { householdFacts } from '#business/operation/households/household-facts.relation.ts';
import { roomAddressFacts } from '#business/operation/addresses/room-address-facts.relation.ts';

/** Maximum number of listed devices. */
const MOST = 300;

const isEnergy = (text: string): text is Energy => ENERGIES.includes(text as Energy);

/** Counter of each category with its factor to the unit of the answer; other categories use `ENERGY_COUNTER`. */
const COUNTERS: Readonly<Record<string, readonly [identifier: string, factor: number]>> = {
  water_purifier: ['pureWater', 1],
  water_softener: ['totalWater', 1],
  prefilter: ['totalWater', 1],
  water_meter: ['totalWater', 1000],
};
const ENERGY_COUNTER = ['totalEnergy', 1] as const;

interface Seen {
  readonly id: string;
  readonly category: string;
  readonly home: string;
  readonly address: string;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * Return the use of each visible device of an energy in the past days of a month, and in the same days a year before.
 */
export async function readOverview(
  reading: Reading,
  { energy, date }: CallInputOf<typeof energyOverview>,
): Promise<CallAnswer<typeof energyOverview>> {
  if (!isEnergy(energy)) throw refuse.unknownEnergy();
  const { sql, tenantId } = reading;
  const days = daysOver(date, reading.today());
  const earlier = yearBefore(days);
  const models = await sql.query<{ id: string }>(
    `select id::text as id from ${thingModelFacts} where tenant_id = $1 and category = any($2::text[]) and is_deleted = 0`,
    [tenantId, categoriesOf[energy]],
  );
  const rows = await reading
    .visible(device, { match: { modelId: models.map(({ id }) => id) }, also: raw('t.household_id is not null') })
    .rows({ first: MOST });
  const seen = new Map(
    (
      await sql.query<Seen>(
        `select d.id::text as id, m.category, coalesce(h.name, '') as home, coalesce(a.full_address, '') as address
         from ${deviceFacts} d join ${thingModelFacts} m on m.tenant_id = d.tenant_id and m.id = d.model_id
         left join ${householdFacts} h on h.tenant_id = d.tenant_id and h.id = d.household_id
         left join ${roomAddressFacts} a on a.tenant_id = d.tenant_id and a.id = d.room_address_id
         where d.tenant_id = $1 and d.id = any($2::bigint[])`,
        [tenantId, rows.map((row) => row.id)],
      )
    ).map((one) => [one.id, one]),
  );
  const names = new Set([...Object.values(COUNTERS).map(([identifier]) => identifier), ENERGY_COUNTER[0]]);
  const counted = await countedDaysOf(sql, tenantId, { ids: [...seen.keys()], days: [...days, ...earlier], names });
  const devices = rows.flatMap((row) => {
    const facts = seen.get(row.id);
    if (!facts) return [];
    const [counter, factor] = COUNTERS[facts.category] ?? ENERGY_COUNTER;
    const uses = new Map<string, number>();
    let doubt = 0;
    for (const [day, { columns }] of counted.get(row.id) ?? []) {
      const figure = columns.get(counter)?.figures[0];
      if (!figure) continue;
      uses.set(day, figure.delta * factor);
      if (day >= days[0]) doubt |= figure.doubt;
    }
    const mine = days.map((day) => uses.get(day) ?? null);
    const before = earlier.flatMap((day) => uses.get(day) ?? []);
    const known = mine.filter((use) => use !== null);
    const sum = (some: readonly number[]): number => rounded(some.reduce((all, use) => all + use, 0));
    return [
      {
        id: row.id,
        name: String(row.deviceName),
        home: facts.home,
        address: facts.address,
        value: known.length ? sum(known) : null,
        before: before.length === earlier.length && before.length > 0 ? sum(before) : null,
        mark: doubtWords(doubt),
        coverage: days.length ? Math.round((known.length / days.length) * 1000) / 1000 : 0,
        days: mine.map((use) => use && rounded(use)),
      },
    ];
  });
  return {
    unit: energy === 'water' ? 'L' : 'kWh',
    devices: devices.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1)),
    isCut: rows.length >= MOST,
  };
}
