import type { Draft } from '#kernel/language/paper.ts';
import { daysBetween } from '#kernel/language/days.ts';
import { addDays, addMinutes, dayOf } from '#business/masterdata/days.rules.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { type SeedChannel, momentOn } from './calendar.ts';
import { type Remedy, calledAbout, faultOf } from './faults.ts';
import type { SeedHome, SeedMachine } from '../homes.seed.ts';
import type { Crewman } from '../people.seed.ts';
import { Finance } from '../service/money.seed.ts';
import type { Happening, SeedJob } from '../service/job.ts';
import { ServiceSeed } from '../service/service.seed.ts';

export type FormDraft = Draft<typeof repairForm>;

/** Calls of today and yesterday: there is more to decide about them than about what is long over. */
export const FRESH_MINUTES = 40 * 60;

/** Two matters of one home would stand in each other's way: two teams would write into its papers at the same time. */
const QUIET_DAYS = 15;
const MOST_TRIES = 600;
/** So many homes have devices that report by themselves. */
const LIVE_HOMES = 60;

/** Somebody calls about a machine in his home. */
export interface Case {
  at: string;
  home: SeedHome;
  machine: SeedMachine;
  channel: SeedChannel;
  /** Who goes there. */ team: string;
  /** What it will turn out to be. */ remedy?: Remedy;
  /** The form of the call. */ draft?: FormDraft;
  /** It came back once already. */ again?: boolean;
  formId?: string;
  orderId?: string;
  accepted?: boolean;
}

export const teamOf = (home: SeedHome, system: string): string =>
  ['waterPure', 'softWater', 'hotWater'].includes(system)
    ? 'water'
    : ['smartHome', 'freshAir'].includes(system)
      ? 'smart'
      : home.team;

const urgencyOf = (chance: Chance, category: string): FormDraft['urgency'] =>
  category === 'smell' || category === 'electric'
    ? chance.weighted({ normal: 40, high: 40, safety: 20 })
    : category === 'leak'
      ? chance.weighted({ normal: 25, high: 55, critical: 20 })
      : chance.weighted({ normal: 76, high: 20, critical: 4 });

/** The form of a call; the case keeps what is behind the fault. */
export function draftOf(chance: Chance, one: Case): FormDraft {
  const { home, machine, channel, at, team } = one;
  const told = faultOf(chance, machine, Number(at.slice(5, 7)));
  one.remedy = told.remedy;
  return {
    source: channel,
    repairType: machine.system as FormDraft['repairType'],
    receiptsType: chance.percent(2) ? 'complaint' : 'repair',
    urgency: urgencyOf(chance, told.category),
    customerId: home.customerId,
    customerName: home.name,
    phone: home.phone,
    registerMainId: home.fileId,
    premisesId: home.premisesId,
    address: home.address,
    location: home.location,
    customerServiceTeam: team as FormDraft['customerServiceTeam'],
    equipmentId: machine.id,
    equipmentName: machine.name,
    faultCategory: told.category as FormDraft['faultCategory'],
    troubleCode: told.code,
    description: told.description,
    // The device told of it some minutes before.
    ...(channel === 'iot' && {
      diagnosis: { startedAt: addMinutes(at, -1 - Math.ceil(Number(chance.digits(3)) / 100)) },
    }),
    expectDate: addDays(dayOf(at), Number(chance.weighted({ 0: 15, 1: 50, 2: 20, 3: 15 }))),
    expectSlot: chance.weighted({ am1: 22, am2: 22, pm1: 26, pm2: 18, eve: 4, any: 8 }),
  };
}

/** What all orders of the tale stand on: the homes, who serves them, and all that happens, not yet in its order. */
export class OrderBook {
  readonly world: DemoWorld;
  readonly chance: Chance;
  readonly events: Happening[] = [];
  readonly service: ServiceSeed;
  readonly finance: Finance;
  readonly #homes: readonly SeedHome[];
  /** The days on which something was reported in a home. */
  readonly #matters = new Map<SeedHome, string[]>();

  constructor(world: DemoWorld, homes: readonly SeedHome[], crew: readonly Crewman[]) {
    this.world = world;
    this.#homes = homes
      .filter((one) => one.machines.length)
      .toSorted((one, other) => (one.since < other.since ? -1 : 1));
    this.chance = new Chance(world.random);
    this.service = new ServiceSeed(world, crew, (one) => this.happens(one));
    this.finance = new Finance(world, (one) => this.happens(one));
  }

  /** Somebody goes; of what came in today and yesterday some still waits in the pool. */
  serve(
    one: Case,
    ready: string,
    job: Omit<SeedJob, 'orderId' | 'team'>,
    { known = ready, fits }: { known?: string; fits?: (man: Crewman) => boolean } = {},
  ): void {
    if (known > addMinutes(this.world.now, -FRESH_MINUTES) && this.chance.percent(46)) return;
    // What was arranged days ago may be the first job of its day.
    this.service.plan(
      { ...job, orderId: () => one.orderId, team: one.team },
      dayOf(known) < dayOf(ready) ? `${dayOf(ready)} 06:55:00` : later(ready),
      1,
      known,
      fits,
    );
  }

  /** What is not over by now did not happen yet. */
  happens(one: Happening): void {
    if (one.at < this.world.now) this.events.push(one);
  }

  at({ team }: Pick<Case, 'team'>, at: string, who: Happening['who'], work: Happening['work']): void {
    this.happens({ at, who, work, worker: team });
  }

  /** A call on a day, of a home that was known by then, about a machine that is called about in that month. */
  caseOn(day: string, fits: (home: SeedHome) => boolean = () => true): Case {
    const { chance } = this;
    const channel = chance.weighted<SeedChannel>({ phone: 58, wechat: 27, iot: 8, site: 4, store: 3 });
    const home = this.homeOn(day, fits, channel === 'iot' ? LIVE_HOMES : undefined);
    const at = momentOn(chance, day, channel);
    const month = Number(day.slice(5, 7));
    const weights = Object.fromEntries(home.machines.map((one, nth) => [String(nth), calledAbout(one.system, month)]));
    const machine = home.machines[Number(chance.weighted(weights))];
    return { at, home, machine, channel, team: teamOf(home, machine.system) };
  }

  /** A home that was known by then and has no other matter about that time. */
  homeOn(day: string, fits: (home: SeedHome) => boolean = () => true, most = this.#homes.length): SeedHome {
    let known = Math.min(this.#homes.length, most);
    while (known > 1 && this.#homes[known - 1].since >= day) known -= 1;
    const isQuiet = (home: SeedHome): boolean =>
      (this.#matters.get(home) ?? []).every((other) => Math.abs(daysBetween(other, day)) > QUIET_DAYS);
    for (let tries = 0; ; tries += 1) {
      const home = this.#homes[this.chance.between(0, known - 1)];
      if (tries < MOST_TRIES && !(fits(home) && (isQuiet(home) || tries > MOST_TRIES / 2))) continue;
      this.#matters.set(home, [...(this.#matters.get(home) ?? []), day]);
      return home;
    }
  }
}

/** Nobody is sent in the night. */
function later(ready: string): string {
  const hour = ready.slice(11, 13);
  return hour >= '16' ? `${addDays(dayOf(ready), 1)} 08:00:00` : hour < '08' ? `${dayOf(ready)} 08:00:00` : ready;
}
