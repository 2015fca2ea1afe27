import { addDays } from '#kernel/language/days.ts';
import type { Context, TimedSteps } from '#kernel/server';

export interface DemoUser {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly deptId: string;
  readonly role: string;
}
/** A technician, with name prefixes of the parts that their trade uses. */
export interface DemoTechnician {
  readonly id: string;
  readonly parts: readonly string[];
}
export interface DemoDepartment {
  readonly id: string;
  readonly name: string;
  readonly teams: readonly string[];
}

/** A step of a room at a moment before `now`: it runs alone, after all events before it. */
export interface DatedStep {
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly at: string;
  run(): Promise<unknown>;
}

/** Options of a demo run: its clock, its people, and one seeded random source. */
export interface DemoWorld {
  /** `yyyy-MM-dd`. */
  readonly today: string;
  /** `yyyy-MM-dd HH:mm:ss`: end of the demo data. */
  readonly now: string;
  /** Months of business history. */
  readonly months: number;
  /** Volume of business as a share of a whole company's, so that tests stay small. */
  readonly share: number;
  /** Return a number n, 0 ≤ n < 1, in the same sequence on every run. */
  random(): number;
  /** Run one transaction as a person of this role, or as this person, at that moment. */
  as<T>(who: string | DemoUser, at: string, work: (context: Context) => Promise<T>): Promise<T>;
  /** Run one transaction as the product at that moment. */
  product<T>(at: string, work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Work on all items, several at once. Items of a queue keep their order and have their own random source, so that
   * results do not depend on timing. An item without a queue waits for everything before it and blocks everything after
   * it.
   */
  concurrency<T>(
    things: readonly T[],
    laneOf: (one: T) => string | undefined,
    work: (one: T, chance: Chance) => Promise<unknown>,
  ): Promise<void>;
  /** Store a drawing (SVG) as a picture; return its attachment for a row of the same transaction. */
  picture(context: Context, name: string, svg: string): Promise<string>;
  /** Let other rooms create their data as soon as the technicians exist. */
  staffed?(technicians: readonly DemoTechnician[]): Promise<void>;
  /** Let other rooms create their data as soon as the homes exist. */
  housed?(): Promise<void>;
  /** Return the dated steps of all rooms. */
  dated?(): readonly DatedStep[];
  /** Called after many inserts: refresh the statistics of the tables. */
  settled?(): Promise<void>;
  /** Called when a rule refuses a step of the demo. */
  refused?(at: string, reason: string): void;
  readonly users: readonly DemoUser[];
  readonly departments: readonly DemoDepartment[];
  createUser(user: {
    account: string;
    realName: string;
    phone: string;
    deptId: string;
    role: string;
  }): Promise<DemoUser>;
}

/** Demo data of a room: the default export of its `room.seed.ts`. */
export interface RoomSeed {
  /** Create data that the first order needs, e.g. prices. */
  before?(world: DemoWorld): Promise<void>;
  /** Create data that needs technicians and precedes their orders, e.g. vans with stock. */
  staffed?(world: DemoWorld, technicians: readonly DemoTechnician[]): Promise<void>;
  /** Create data that needs homes and precedes their orders, e.g. contracts. */
  housed?(world: DemoWorld): Promise<void>;
  /** Return steps that run among the events of the orders, each at its moment, e.g. the closing of wage periods. */
  dated?(world: DemoWorld): readonly DatedStep[];
  /** Create data that follows from the orders, e.g. what waits for approval today. */
  after?(world: DemoWorld): Promise<void>;
  /** Do the nightly work of the product that totals need, e.g. mark what is overdue. */
  nightly?(world: DemoWorld): Promise<void>;
  /** Compute totals over the data of all rooms. */
  counted?(world: DemoWorld): Promise<void>;
}

/** Seeded random source of a company. */
export class Chance {
  readonly #random: () => number;
  constructor(random: () => number) {
    this.#random = random;
  }
  /** Return true in this percentage of cases. */
  percent(share: number): boolean {
    return this.#random() * 100 < share;
  }
  /** Return a whole number from low to high, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }
  pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.#random() * of.length)];
  }
  /** Return one of the keys by its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.#random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries[entries.length - 1][0];
  }
  digits(count: number): string {
    return Array.from({ length: count }, () => this.between(0, 9)).join('');
  }
  /** A mobile number of a valid shape. */
  mobile(): string {
    return `${this.pick(['134', '135', '136', '137', '138', '139', '150', '151', '152', '158', '159', '182', '186', '187', '188', '189'])}${this.digits(8)}`;
  }
}

/** Return the steps of work that the product does at night, at the end of the demo run. */
export const nightOf = (world: DemoWorld): TimedSteps => {
  const step: TimedSteps['step'] = (work) => world.product(world.now, work);
  return {
    step,
    async each(ids, work) {
      for (const id of ids) await step((context) => work(context, id));
    },
  };
};

const DAYS_A_MONTH = 30.4;

/** Return the first day of the business of a demo run. */
export const firstDayOf = (world: Pick<DemoWorld, 'today' | 'months'>): string =>
  addDays(world.today, -Math.round(world.months * DAYS_A_MONTH));

export const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** Return the moment at `time` (`HH:mm:ss`) that is `days` days before the demo's today. */
export const daysBefore = (world: DemoWorld, days: number, time: string): string => {
  const date = new Date(`${world.today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return `${date.toISOString().slice(0, 10)} ${time}`;
};
