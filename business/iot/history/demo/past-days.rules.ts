import { dayAfter } from '#kernel/language/days.ts';
import type { MachineValues } from '../../simulator/minute.rules.ts';
import { type DayFigures, type FigureProperty, figuresOfDay, wholeDay } from '../figures/day-figures.rules.ts';
import { writeFigureBytes } from '../figures/figure-bytes.rules.ts';
import { SHARED_MS } from '../figures/growth.rules.ts';
import { daysFrom, hoursOf, localDay, startOfDay } from '../figures/local-day.rules.ts';
import { type Pack, writePack } from '../pack/pack.rules.ts';
import { type PastDevice, type PastHome, PastLife, type Sample, WEATHER_SEED } from './past-home.rules.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** So often something was said in the last days, and so many days of it there are. */
const SAID_MS = 10 * MINUTE_MS;
const SAID_DAYS = 30;
/** So many days back energy is known by days. */
const COUNTED_DAYS = 400;
/** In the far past a step stands for so many minutes. */
const COARSE = 10;
/** Of the far past these are known: what people compare with last year. */
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

/** The made-up past of a device: packs by days of UTC, figures by days of the company. */
export interface DevicePast {
  readonly id: string;
  readonly packs: readonly (readonly [day: string, pack: Pack])[];
  readonly figures: readonly (readonly [day: string, hours: Uint8Array | null, whole: Uint8Array])[];
}

const numbersIn = (values: MachineValues, names: readonly string[]): number[] =>
  names.map((name) => Number(values[name] ?? 0));

/** Counters end where the device that lives now begins, so that they go on without a jump; none was ever below nothing. */
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

/** The figures of each day of which everything was said. */
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

/** The far past of a home: what each device counted on each day, by coarse steps. */
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
      life.step(begin + step * COARSE * MINUTE_MS);
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

/** The made-up past of a home, device by device: thirty days in full, and by days as far back as a year is compared. */
export function pastOf(home: PastHome, zone: string): DevicePast[] {
  const until = Math.floor(home.until / MINUTE_MS) * MINUTE_MS;
  const from = startOfDay(localDay(until - SAID_DAYS * DAY_MS, zone), zone) - SAID_MS;
  const today = localDay(until, zone);
  const life = new PastLife(home, WEATHER_SEED);
  const ends = new Map(life.machines.map(({ of, machine }) => [of, machine.values()]));
  const samples = life.samples(from, until, SAID_MS);
  const far = new Map<PastDevice, [string, Uint8Array | null, Uint8Array][]>();
  for (const [of, day, figures] of farDays(
    home,
    dayAfter(today, -COUNTED_DAYS),
    dayAfter(localDay(from + SAID_MS, zone), -1),
    zone,
  ))
    far.set(of, [...(far.get(of) ?? []), [day, null, writeFigureBytes(figures)]]);
  return [...samples].map(([of, some]) => {
    const counters = of.properties.filter(({ kind }) => kind === 'counter').map((one) => one.identifier);
    const said = ended(some, counters, numbersIn(ends.get(of)!, counters));
    const near = figuresOf(said, of.properties, zone).map(
      ([day, figures]) => [day, writeFigureBytes(figures), writeFigureBytes(wholeDay(figures))] as const,
    );
    return { id: of.id, packs: packsOf(said.slice(1)), figures: [...(far.get(of) ?? []), ...near] };
  });
}
