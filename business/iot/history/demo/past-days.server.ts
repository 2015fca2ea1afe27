import { addDays, addMonths, daysFrom } from '#kernel/language/days.ts';
import { hoursOf, localDay, startOfDay } from '#kernel/server';
import type { MachineValues } from '../../simulator/minute.rules.ts';
import { type DayFigures, type FigureProperty, figuresOfDay, wholeDay } from '../figures/day-figures.rules.ts';
import { writeFigureBytes } from '../figures/figure-bytes.rules.ts';
import { SHARED_MS } from '../figures/growth.rules.ts';
import { type Pack, writePack } from '../pack/pack.rules.ts';
import {
  type PastDevice,
  type PastHome,
  PastLife,
  type Sample,
  WEATHER_SEED,
  yearBeforeOf,
} from './past-home.rules.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Interval of generated messages, and number of recent days that have them. */
const SAMPLE_MS = 10 * MINUTE_MS;
const SAMPLE_DAYS = 30;
/** Number of past days for which daily figures are generated. */
const COUNTED_DAYS = 400;
/** Days more than this number of days ago count as the year before; their figures are multiplied by `yearBeforeOf`. */
const YEAR_BEFORE_DAYS = 200;
/** Minutes of a simulation step for days without messages. */
const COARSE = 10;
/** Properties with figures on days without messages: counters and temperatures of the comparison with last year. */
const FAR = new Set([
  'totalEnergy',
  'totalHeat',
  'totalWater',
  'pureWater',
  'wasteWater',
  'peakEnergy',
  'flatEnergy',
  'valleyEnergy',
  'ambientTemp',
  'outTemp',
]);

/** The generated past of a device: messages packed by UTC day, figures by local day. */
export interface DevicePast {
  readonly id: string;
  readonly packs: readonly (readonly [day: string, pack: Pack])[];
  readonly figures: readonly (readonly [day: string, hours: Uint8Array | null, whole: Uint8Array])[];
}

const numbersIn = (values: MachineValues, names: readonly string[]): number[] =>
  names.map((name) => Number(values[name] ?? 0));

/** Shift counters so that they end where the live device starts, without a jump. No value is below zero. */
function ended(samples: readonly Sample[], counters: readonly string[], ends: readonly number[]): Sample[] {
  const last = samples.at(-1);
  if (!last) return [];
  const offsets = counters.map((name, at) => ends[at] - Number(last.values[name] ?? 0));
  return samples.map(({ ts, values }) => ({
    ts,
    values: {
      ...values,
      ...Object.fromEntries(
        counters.map((name, at) => [name, Math.max(0, Math.round((Number(values[name]) + offsets[at]) * 1000) / 1000)]),
      ),
    },
  }));
}

function packsOf(samples: readonly Sample[]): [string, Pack][] {
  const days = Map.groupBy(samples, ({ ts }) => new Date(ts).toISOString().slice(0, 10));
  return [...days].map(([day, some]) => [
    day,
    writePack(some.map(({ ts, values }) => ({ ts, data: values, meta: 0 }))),
  ]);
}

/** Return the figures of each local day that the messages cover completely. */
function figuresOf(
  samples: readonly Sample[],
  properties: readonly FigureProperty[],
  zone: string,
): [string, DayFigures][] {
  if (samples.length === 0) return [];
  const days = daysFrom(localDay(samples[0].ts, zone), localDay(samples.at(-1)!.ts, zone)).slice(1, -1);
  return days.map((day) => {
    const bounds = hoursOf(day, zone);
    const first = samples.findIndex(({ ts }) => ts >= bounds[0]);
    const some = samples.slice(first).filter(({ ts }) => ts <= bounds.at(-1)! + SHARED_MS);
    const before = samples[first - 1];
    return [
      day,
      figuresOfDay(
        bounds,
        properties,
        {
          times: some.map(({ ts }) => ts),
          columns: new Map(
            properties.map(({ identifier }) => [identifier, some.map(({ values }) => values[identifier] ?? null)]),
          ),
        },
        new Map(
          before
            ? properties.map(({ identifier }) => [
                identifier,
                { ts: before.ts, value: Number(before.values[identifier] ?? 0) },
              ])
            : [],
        ),
      ),
    ];
  });
}

/** Simulate a home in coarse steps, and yield the figures of each device and day before the days with messages. */
function* farDays(
  home: PastHome,
  first: string,
  last: string,
  zone: string,
): Generator<[PastDevice, string, DayFigures]> {
  const life = new PastLife(home, WEATHER_SEED);
  const parts = life.machines.map(({ of, machine }) => ({
    of,
    machine,
    properties: of.properties.filter(({ identifier }) => FAR.has(identifier)),
  }));
  for (const day of daysFrom(first, last)) {
    const begin = startOfDay(day, zone);
    const before = parts.map(({ machine, properties }) =>
      numbersIn(
        machine.values(),
        properties.map((one) => one.identifier),
      ),
    );
    const sums = parts.map(({ properties }) => properties.map(() => 0));
    const steps = DAY_MS / (COARSE * MINUTE_MS);
    for (let step = 0; step < steps; step += 1) {
      life.step(begin + step * COARSE * MINUTE_MS, COARSE);
      parts.forEach(({ machine, properties }, at) => {
        if (properties.some(({ kind }) => kind === 'number') && step % 6 === 0)
          numbersIn(
            machine.values(),
            properties.map((one) => one.identifier),
          ).forEach((value, no) => (sums[at][no] += value));
      });
    }
    for (const [at, { of, machine, properties }] of parts.entries()) {
      if (properties.length === 0) continue;
      const after = numbersIn(
        machine.values(),
        properties.map((one) => one.identifier),
      );
      yield [of, day, farFigures(properties, { steps, before: before[at], after, sums: sums[at] })];
    }
  }
}

function farFigures(
  properties: readonly FigureProperty[],
  {
    steps,
    before,
    after,
    sums,
  }: { steps: number; before: readonly number[]; after: readonly number[]; sums: readonly number[] },
): DayFigures {
  const nothing = { n: steps, sum: 0, min: 0, max: 0, last: 0, delta: 0, onSec: 0, starts: 0, doubt: 0 };
  const hours = steps / 6;
  return {
    counts: [steps],
    columns: new Map(
      properties.map(({ identifier, kind }, no) => [
        identifier,
        {
          kind,
          figures: [
            kind === 'counter'
              ? { ...nothing, last: after[no], delta: Math.round((after[no] - before[no]) * COARSE * 100) / 100 }
              : { ...nothing, n: hours, sum: sums[no], min: sums[no] / hours, max: sums[no] / hours, last: after[no] },
          ],
        },
      ]),
    ),
  };
}

/** Return the growth of each counter over several days. */
function countedIn(days: readonly DayFigures[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { columns } of days)
    for (const [name, { kind, figures }] of columns)
      if (kind === 'counter') sums.set(name, (sums.get(name) ?? 0) + (figures[0]?.delta ?? 0));
  return sums;
}

/** Return the figures of a day with each counter's growth multiplied by its factor. */
const scaled = (day: DayFigures, factorOf: (name: string) => number): DayFigures => ({
  ...day,
  columns: new Map(
    [...day.columns].map(([name, { kind, figures }]) => [
      name,
      {
        kind,
        figures: figures.map((one) =>
          one && kind === 'counter' ? { ...one, delta: Math.round(one.delta * factorOf(name) * 100) / 100 } : one,
        ),
      },
    ]),
  ),
});

/** Return the factor for each counter that corrects coarse simulation to the amounts of the fine one. */
const factorsOf =
  (fine: ReadonlyMap<string, number>, coarse: ReadonlyMap<string, number>) =>
  (name: string): number => {
    const [all, some] = [fine.get(name) ?? 0, coarse.get(name) ?? 0];
    return all > 0 && some > 0 ? all / some : 1;
  };

/**
 * Return the daily figures before the days with messages, by device. Coarse steps give other amounts than steps of a
 * minute, so the figures are scaled by the ratio of both on recent days. Figures of the year before are also multiplied
 * by the factor of the home (`yearBeforeOf`).
 */
function farPast(
  home: PastHome,
  near: ReadonlyMap<PastDevice, readonly (readonly [day: string, figures: DayFigures])[]>,
  { first, last, today, zone }: { first: string; last: string; today: string; zone: string },
): Map<PastDevice, [string, Uint8Array | null, Uint8Array][]> {
  const yearBefore = yearBeforeOf(home);
  const since = addDays(today, -YEAR_BEFORE_DAYS);
  const byDevice = Map.groupBy(farDays(home, first, today, zone), ([of]) => of);
  return new Map(
    [...byDevice].map(([of, days]) => {
      const fine = near.get(of) ?? [];
      const coarse = (on: ReadonlySet<string>): Map<string, number> =>
        countedIn(days.filter(([, day]) => on.has(day)).map(([, , figures]) => figures));
      const used = countedIn(fine.map(([, figures]) => wholeDay(figures)));
      const own = factorsOf(used, coarse(new Set(fine.map(([day]) => day))));
      const before = factorsOf(used, coarse(new Set(fine.map(([day]) => addMonths(day, -12)))));
      const far = days.filter(([, day]) => day <= last);
      return [
        of,
        far.map(([, day, figures]) => [
          day,
          null,
          writeFigureBytes(scaled(figures, (name) => (day < since ? before(name) * yearBefore : own(name)))),
        ]),
      ];
    }),
  );
}

/** Generate the past of a home, by device: messages of the last thirty days, and daily figures before. */
export function pastOf(home: PastHome, zone: string): DevicePast[] {
  const until = Math.floor(home.until / MINUTE_MS) * MINUTE_MS;
  const from = startOfDay(localDay(until - SAMPLE_DAYS * DAY_MS, zone), zone) - SAMPLE_MS;
  const today = localDay(until, zone);
  const life = new PastLife(home, WEATHER_SEED);
  const ends = new Map(life.machines.map(({ of, machine }) => [of, machine.values()]));
  const samples = life.samples(from, until, SAMPLE_MS);
  const near = new Map(
    [...samples].map(([of, some]) => {
      const counters = countersOf(of);
      const past = ended(some, counters, numbersIn(ends.get(of)!, counters));
      return [of, { past, figures: figuresOf(past, of.properties, zone) }] as const;
    }),
  );
  const far = farPast(home, new Map([...near].map(([of, { figures }]) => [of, figures])), {
    first: addDays(today, -COUNTED_DAYS),
    last: addDays(localDay(from + SAMPLE_MS, zone), -1),
    today: addDays(today, -1),
    zone,
  });
  return [...near].map(([of, { past, figures }]) => ({
    id: of.id,
    packs: packsOf(past.slice(1)),
    figures: [
      ...(far.get(of) ?? []),
      ...figures.map(([day, one]) => [day, writeFigureBytes(one), writeFigureBytes(wholeDay(one))] as const),
    ],
  }));
}

const countersOf = ({ properties }: PastDevice): string[] =>
  properties.filter(({ kind }) => kind === 'counter').map(({ identifier }) => identifier);
