import { addDays } from '#kernel/language/days.ts';
import type { Chance } from '#business/system/seed/demo-world.seed.ts';
import type { Crewman } from '../people.seed.ts';
import { works } from '../service/diary.ts';
import { callWeight } from './calendar.ts';

/** Number of calls in a whole company on a day of average weight. */
const CALLS_A_DAY = 27;
/** Target number of jobs of a technician on a working day, apart from installations. */
const JOBS_A_DAY = 3.7;
const INSTALLER_JOBS_A_DAY = 1.5;
/** Visits per call or order: 12 % more than one, for second visits and faults that come back. */
const AGAIN = 1.12;
const DAYS_A_MONTH = 30.4;
export const INSTALLS_A_MONTH = 40;
/** Weights of the days between an order and its visit. */
const LEAD_DAYS = { 1: 20, 2: 22, 3: 19, 4: 15, 5: 11, 6: 8, 7: 5 } as const;
export const MAX_LEAD_DAYS = 7;

/** Rounds amounts to whole numbers per key, and carries the remainder over to the next call. */
class Whole {
  readonly #left = new Map<string, number>();

  take(key: string, amount: number): number {
    const sum = (this.#left.get(key) ?? 0.5) + Math.max(0, amount);
    this.#left.set(key, sum % 1);
    return Math.floor(sum);
  }
}

/** An order to create: the day on which it is placed, the day of its visit, and its team. */
export interface WantedOrder {
  readonly day: string;
  readonly wanted: string;
  readonly team: string;
}

/** Numbers of calls, orders and installations on each day; `share` scales them to a part of a whole company. */
export class Demand {
  readonly #chance: Chance;
  readonly #crew: readonly Crewman[];
  readonly #share: number;
  readonly #whole = new Whole();

  constructor(chance: Chance, crew: readonly Crewman[], share: number) {
    this.#chance = chance;
    this.#crew = crew;
    this.#share = share;
  }

  /** Return the number of calls of a day. */
  calls(day: string): number {
    return this.#whole.take('calls', CALLS_A_DAY * this.#share * callWeight(day));
  }

  /** Return the number of installations that are ordered on a day. */
  installs(): number {
    return this.#whole.take('installs', (INSTALLS_A_MONTH / DAYS_A_MONTH) * this.#share);
  }

  /**
   * Return the orders whose visits are on these days. They fill the working time that calls leave. `callsOf` returns
   * the share of all calls that a team has in a month, `agreed` the team and day of each visit of a contract.
   */
  orders(
    days: readonly string[],
    callsOf: (team: string, month: number) => number,
    agreed: readonly Pick<WantedOrder, 'wanted' | 'team'>[],
  ): WantedOrder[] {
    const visits = Map.groupBy(agreed, ({ team, wanted }) => `${team} ${wanted}`);
    const above = new Map<string, number>();
    const teams = [...new Set(this.#crew.map((one) => one.team))];
    const behind = new Map<string, number>();
    return days.flatMap((wanted) =>
      teams.flatMap((team) => {
        const men = this.#crew.filter((man) => man.team === team && works(man, wanted)).length;
        const each = team.startsWith('install') ? INSTALLER_JOBS_A_DAY : JOBS_A_DAY;
        const calls = CALLS_A_DAY * callWeight(wanted) * callsOf(team, Number(wanted.slice(5, 7)));
        // Calls beyond the capacity of a day, such as a holiday, reduce the orders of later days.
        const room = (men * each) / AGAIN - calls - (behind.get(team) ?? 0);
        behind.set(team, Math.max(0, -room));
        // Visits of contracts take the place of orders; those above the orders of a day do so on later days.
        const free = this.#whole.take(team, room * this.#share);
        const left = free - (visits.get(`${team} ${wanted}`)?.length ?? 0) - (above.get(team) ?? 0);
        above.set(team, Math.max(0, -left));
        const count = Math.max(0, left);
        return Array.from({ length: count }, (): WantedOrder => {
          const day = addDays(wanted, -Number(this.#chance.weighted(LEAD_DAYS)));
          return { day: day < days[0] ? days[0] : day, wanted, team };
        }).filter((one) => one.day < one.wanted);
      }),
    );
  }
}
