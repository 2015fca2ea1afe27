import type { BuiltInCode } from './built-in-code.rules.ts';
import { type PlantedFault, plantedFault } from './planted-fault.rules.ts';
import { Random, seedOf } from '../../simulator/random.rules.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Minimal and maximal number of simulated faults that begin on one day. */
const A_DAY = [7, 9] as const;
/** Every third fault lasts minutes (12 to 102); the others last 12 to 32 hours. */
const SHORT_EACH = 3;
/** A fault that a home has when the simulator starts continues for a number of hours in this range. */
const GOES_ON_HOURS = [2, 14] as const;

/** A simulated machine of a home, which may show faults. */
export interface FaultyMachine {
  readonly home: string;
  readonly deviceKey: string;
  readonly modelCode: string;
}

/** A simulated fault of a machine, with start and end in milliseconds. */
export interface LiveFault extends FaultyMachine {
  readonly code: string;
  readonly from: number;
  readonly until: number;
}

/**
 * Is it a fault without automatic repair request and without danger? Only such faults are simulated: repairs of the
 * demo come from calls.
 */
const isMild = ({ repair, safety }: BuiltInCode): boolean => repair !== 'auto' && !safety;

/** Return the faults that begin on a day (its number since 1970), the same whenever they are computed. */
export function faultsOfDay(
  day: number,
  machines: readonly FaultyMachine[],
  codes: readonly BuiltInCode[],
): LiveFault[] {
  const random = new Random(seedOf(`faults ${day}`));
  const able = machines
    .filter(({ modelCode }) => codes.some((one) => isMild(one) && one.models.includes(modelCode)))
    .toSorted((one, other) => (one.deviceKey < other.deviceKey ? -1 : 1));
  if (able.length === 0) return [];
  const count = Math.floor(random.between(A_DAY[0], A_DAY[1] + 1));
  const faults: LiveFault[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const machine = random.pick(able);
    const [code, share, long] = [random.next(), random.next(), random.next()];
    if (faults.some(({ home }) => home === machine.home)) continue;
    const own = codes.filter((one) => isMild(one) && one.models.includes(machine.modelCode));
    const from = Math.floor((day + (nth + share) / count) * 24 * 60) * MINUTE_MS;
    const isShort = nth % SHORT_EACH === SHORT_EACH - 1;
    const lasts = isShort ? (12 + long * 90) * MINUTE_MS : (12 + long * 20) * HOUR_MS;
    faults.push({ ...machine, code: own[Math.floor(code * own.length)].code, from, until: from + Math.floor(lasts) });
  }
  return faults;
}

/** A fault that a home had already when its simulator started. */
export type FoundFault = Pick<LiveFault, 'home' | 'code'>;

/**
 * The faults that the simulated homes of the demo show at any moment. Faults that homes have at the start continue for
 * some hours.
 */
export class LiveFaults {
  readonly #machines: readonly FaultyMachine[];
  readonly #codes: readonly BuiltInCode[];
  readonly #found: readonly (FoundFault & { readonly until: number })[];

  constructor(
    machines: readonly FaultyMachine[],
    codes: readonly BuiltInCode[],
    { found, startedAt }: { readonly found: readonly FoundFault[]; readonly startedAt: number },
  ) {
    this.#machines = machines;
    this.#codes = codes;
    this.#found = found.map((one) => {
      const random = new Random(seedOf(`${one.home} ${one.code} ${startedAt}`));
      return { ...one, until: startedAt + random.between(...GOES_ON_HOURS) * HOUR_MS };
    });
  }

  /** Return the fault that each home shows at a moment (milliseconds), by home. A home shows at most one. */
  at(now: number): ReadonlyMap<string, PlantedFault> {
    const day = Math.floor(now / DAY_MS);
    const begun = [day - 1, day, day - 2].flatMap((one) => faultsOfDay(one, this.#machines, this.#codes));
    const shown = new Map<string, PlantedFault>();
    for (const { home, code } of [
      ...this.#found.filter(({ until }) => now < until),
      ...begun.filter(({ from, until }) => from <= now && now < until),
    ]) {
      const fault = plantedFault(code, this.#codes);
      if (fault && !shown.has(home)) shown.set(home, fault);
    }
    return shown;
  }
}
