import type { Context } from '#kernel/server';

export interface DemoUser {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly deptId: string;
  readonly role: string;
}
/** A technician, and the parts that his trade takes, by the beginnings of their names. */
export interface DemoTechnician {
  readonly id: string;
  readonly parts: readonly string[];
}
export interface DemoDepartment {
  readonly id: string;
  readonly name: string;
  readonly teams: readonly string[];
}

/** The world a demo company is built in: its clock, its people, and one seeded chance for everything. */
export interface DemoWorld {
  /** `yyyy-MM-dd`. */
  readonly today: string;
  /** `yyyy-MM-dd HH:mm:ss`: nothing of the demo happens later. */
  readonly now: string;
  /** How many months of business lie behind it. */
  readonly months: number;
  /** 0 ≤ n < 1, the same row of numbers at every seed. */
  random(): number;
  /** One transaction of somebody of this role, or of this person, at that moment. */
  as<T>(who: string | DemoUser, at: string, work: (context: Context) => Promise<T>): Promise<T>;
  /** The product itself does something at that moment, in one transaction. */
  product<T>(at: string, work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * Does all of these, several at once: those of one lane in their order, and each lane with a chance of its own, so that it makes no difference
   * how lanes fall together. What belongs to no lane waits for everything before it, and everything after it waits for that.
   */
  concurrency<T>(
    things: readonly T[],
    laneOf: (one: T) => string | undefined,
    work: (one: T, chance: Chance) => Promise<unknown>,
  ): Promise<void>;
  /** Keeps a drawing (SVG) as a picture; answers its attachment, which a row of the same transaction takes. */
  picture(context: Context, name: string, svg: string): Promise<string>;
  /** What other rooms make of their own once the technicians are there. */
  staffed?(technicians: readonly DemoTechnician[]): Promise<void>;
  /** Called when much was made: a good moment to count the rows anew. */
  settled?(): Promise<void>;
  /** Told of what a rule refused: it did not happen. */
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

/** What a room brings to the demo company: the default of its `room.seed.ts`. */
export interface RoomSeed {
  /** What must exist before the first order, e.g. prices. */
  before?(world: DemoWorld): Promise<void>;
  /** What waits for the technicians and comes before their first order, e.g. vans with stock. */
  staffed?(world: DemoWorld, technicians: readonly DemoTechnician[]): Promise<void>;
  /** What follows from the orders, e.g. wages. */
  after?(world: DemoWorld): Promise<void>;
  /** What counts all that has happened, of whatever room. */
  counted?(world: DemoWorld): Promise<void>;
}

/** The chances that a company is made of. */
export class Chance {
  readonly #random: () => number;
  constructor(random: () => number) {
    this.#random = random;
  }
  /** True in so many of a hundred cases. */
  percent(share: number): boolean {
    return this.#random() * 100 < share;
  }
  /** A whole number from low to high, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }
  pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.#random() * of.length)];
  }
  /** One of the keys, as often as its weight says. */
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

export const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** A day some days before the demo begins, at a time. */
export const daysBefore = (world: DemoWorld, days: number, time: string): string => {
  const date = new Date(`${world.today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return `${date.toISOString().slice(0, 10)} ${time}`;
};
