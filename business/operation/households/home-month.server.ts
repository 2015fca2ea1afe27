import { addDays, daysFrom } from '#kernel/language/days.ts';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Reading } from '#kernel/server';
import { device } from '#business/iot/devices/device.paper.ts';
import { doubtWords } from '#business/iot/history/figures/doubt-words.rules.ts';
import { countedDaysOf } from '#business/iot/history/figures/read-days.server.ts';
import { MAX_DEVICES } from '../binding/unbind.server.ts';
import type { readHomeMonth } from './household.calls.ts';
import { household } from './household.paper.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { thingModelFacts } from '#business/iot/models/thing-model-facts.relation.ts';

/** Meters that count the use of a whole home, with the counter to read. */
const METERS = [
  { energy: 'ammeter', categories: ['ammeter'] as readonly string[], counter: 'totalEnergy', unit: 'kWh', factor: 1 },
  { energy: 'water', categories: ['water_meter'] as readonly string[], counter: 'totalWater', unit: 'm³', factor: 1 },
] as const;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Return the days of this month before today. */
function daysOver(today: string): string[] {
  const first = `${today.slice(0, 7)}-01`;
  return first === today ? [] : daysFrom(first, addDays(today, -1));
}

/**
 * Return the use of a home in this month, by the meters that the caller may see. Days before the home got a meter are
 * unknown.
 */
export async function homeMonth(reading: Reading, id: string): Promise<CallAnswer<typeof readHomeMonth>> {
  await reading.visible(household).all([id]);
  const rows = await reading
    .visible(device, { match: { householdId: id } })
    .rows({ order: 't.id', limit: MAX_DEVICES });
  const days = daysOver(reading.today());
  const earlier = days
    .map((day) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`)
    .filter((day) => !day.endsWith('02-29'));
  const { sql, tenantId } = reading;
  const kinds = await sql.query<{ id: string; category: string }>(
    `select d.id::text as id, m.category from ${deviceFacts} d join ${thingModelFacts} m on m.tenant_id = d.tenant_id and m.id = d.model_id
     where d.tenant_id = $1 and d.id = any($2::bigint[])`,
    [tenantId, rows.map((row) => row.id)],
  );
  const counted = await countedDaysOf(sql, tenantId, {
    ids: kinds.map(({ id }) => id),
    days: [...days, ...earlier],
    names: new Set(METERS.map(({ counter }) => counter)),
  });
  return METERS.flatMap(({ energy, categories, counter, unit, factor }) => {
    const uses = new Map<string, number>();
    let doubt = 0;
    const meters = kinds.filter(({ category }) => categories.includes(category));
    for (const [day, { columns }] of meters.flatMap(({ id }) => [...mustGet(counted, id)])) {
      const figure = columns.get(counter)?.figures[0];
      if (!figure) continue;
      uses.set(day, (uses.get(day) ?? 0) + figure.delta * factor);
      if (day >= days[0]) doubt |= figure.doubt;
    }
    const mine = days.map((day) => uses.get(day) ?? null);
    const known = mine.filter((use) => use !== null);
    if (known.length === 0) return [];
    const before = earlier.flatMap((day) => uses.get(day) ?? []);
    const sum = (some: readonly number[]): number => rounded(some.reduce((all, use) => all + use, 0));
    return [
      {
        energy,
        unit,
        sum: sum(known),
        before: before.length === earlier.length ? sum(before) : null,
        mark: doubtWords(doubt),
        days: mine.map((use) => (use === null ? null : rounded(use))),
      },
    ];
  });
}
