import type { Draft } from '#kernel/language/paper.ts';
import { addDays, addMinutes, dayOf, daysBetween } from '#kernel/language/days.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { Chance, type DatedStep, type DemoWorld, twoDigits } from '#business/system/seed/demo-world.seed.ts';
import { type SeedChannel, momentOn } from './calendar.ts';
import { type Remedy, calledAbout, faultOf } from './faults.ts';
import type { SeedHome, SeedMachine } from '../homes.seed.ts';
import type { Crewman } from '../people.seed.ts';
import type { Staff } from '../service/diary.ts';
import { Finance } from '../service/money.seed.ts';
import { type Happening, type SeedJob, teamQueue } from '../service/job.ts';
import { ServiceSeed } from '../service/service.seed.ts';

export type FormDraft = Draft<typeof repairForm>;

/** Minimum days between two matters of one home: otherwise two teams would write its papers at the same time. */
const QUIET_DAYS = 15;
const MAX_TRIES = 600;
/** Number of homes whose devices report faults; they are the first ones. */
const LIVE_HOMES = 60;
/** Ordered work that comes in after this time is planned on the next morning; repairs are planned at once. */
const PLANNED_UNTIL = '16:00:00';

/** A call or an order about a machine in a home. */
export interface Case {
  at: string;
  home: SeedHome;
  machine: SeedMachine;
  channel: SeedChannel;
  /** The team that is sent. */ team: string;
  /** The repair for its fault; set with the form. */ remedy?: Remedy;
  /** The repair request that is created for it. */ draft?: FormDraft;
  /** True if it is itself a fault that came back: it does not come back again. */ again?: boolean;
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

/** Return the form of a call about a random fault. The repair for the fault is stored in the case. */
export function draftOf(chance: Chance, one: Case): FormDraft {
  const { home, machine, channel, at, team } = one;
  const report = faultOf(chance, machine, Number(at.slice(5, 7)));
  one.remedy = report.remedy;
  return {
    source: channel,
    repairType: machine.system as FormDraft['repairType'],
    receiptsType: chance.percent(2) ? 'complaint' : 'repair',
    urgency: urgencyOf(chance, report.category),
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
    faultCategory: report.category as FormDraft['faultCategory'],
    troubleCode: report.code,
    description: report.description,
    // The device noticed the fault some minutes before the call.
    ...(channel === 'iot' && {
      diagnosis: { startedAt: addMinutes(at, -1 - Math.ceil(Number(chance.digits(3)) / 100)) },
    }),
    expectDate: addDays(dayOf(at), Number(chance.weighted({ 0: 15, 1: 50, 2: 20, 3: 15 }))),
    expectSlot: chance.weighted({ am1: 22, am2: 22, pm1: 26, pm2: 18, eve: 4, any: 8 }),
  };
}

/** Holds what all orders share: the homes, the planner of visits, and all events, not yet sorted by time. */
export class OrderBook {
  readonly world: DemoWorld;
  readonly chance: Chance;
  /** Events before the end of the demo run. */
  readonly events: (Happening | DatedStep)[] = [];
  /** Events after the end of the demo run; `turn` moves those of the next day. */
  readonly #later: Happening[] = [];
  readonly service: ServiceSeed;
  readonly finance: Finance;
  readonly #homes: readonly SeedHome[];
  /** Days on which each home had a call or an order. */
  readonly #matters = new Map<SeedHome, string[]>();
  readonly #callShares = new Map<string, number>();

  constructor(world: DemoWorld, homes: readonly SeedHome[], staff: Staff) {
    this.world = world;
    this.#homes = homes
      .filter((one) => one.machines.length)
      .toSorted((one, other) => (one.since < other.since ? -1 : 1));
    this.chance = new Chance(world.random);
    this.service = new ServiceSeed(world, staff, (one) => this.happens(one));
    this.finance = new Finance(world, (one) => this.happens(one));
  }

  /**
   * Plan the visit of a job: a repair as soon as possible; ordered work of the late afternoon is planned on the next
   * morning.
   */
  serve(
    one: Case,
    ready: string,
    job: Omit<SeedJob, 'orderId' | 'team'>,
    { known = ready, fits }: { known?: string; fits?: (man: Crewman) => boolean } = {},
  ): void {
    // A visit that was agreed on an earlier day may begin at the start of work.
    const at = dayOf(known) < dayOf(ready) ? `${dayOf(ready)} 06:55:00` : later(ready);
    const isLate = job.task.kind !== 'repair' && known.slice(11) > PLANNED_UNTIL;
    const sent = isLate ? `${addDays(dayOf(known), 1)} 07:${twoDigits(this.chance.between(5, 55))}:00` : known;
    this.service.plan({ ...job, orderId: () => one.orderId, team: one.team }, at, { known: sent, fits });
  }

  /** Add an event to those before or after the present moment. */
  happens(one: Happening): void {
    (one.at < this.world.now ? this.events : this.#later).push(one);
  }

  /** Begin another day: take the events that are now in the past. */
  turn(): void {
    this.events.length = 0;
    for (const one of this.#later.splice(0)) this.happens(one);
  }

  /** Run a step of a room at its moment, if that is before now. */
  dated(one: DatedStep): void {
    if (one.at < this.world.now) this.events.push(one);
  }

  at({ team }: Pick<Case, 'team'>, at: string, who: Happening['who'], work: Happening['work']): void {
    this.happens({ at, who, work, worker: teamQueue(team) });
  }

  /** Return a call on a day: a home that was registered before, and a machine weighted by the season. */
  caseOn(day: string, fits: (home: SeedHome) => boolean = () => true): Case {
    const { chance } = this;
    const channel = chance.weighted<SeedChannel>({ phone: 59, wechat: 30, iot: 3, site: 4, store: 4 });
    const home = this.homeOn(day, fits, channel === 'iot' ? LIVE_HOMES : undefined);
    const at = momentOn(chance, day, channel);
    const month = Number(day.slice(5, 7));
    const weights = Object.fromEntries(home.machines.map((one, nth) => [String(nth), calledAbout(one.system, month)]));
    const machine = home.machines[Number(chance.weighted(weights))];
    return { at, home, machine, channel, team: teamOf(home, machine.system) };
  }

  /** Return the share of all calls that a team has in a month. */
  callShare(team: string, month: number): number {
    const key = `${team} ${month}`;
    const known = this.#callShares.get(key);
    if (known !== undefined) return known;
    const share =
      this.#homes.reduce((sum, home) => {
        const weights = home.machines.map((one) => [one, calledAbout(one.system, month)] as const);
        const all = weights.reduce((total, [, weight]) => total + weight, 0);
        const own = weights.filter(([one]) => teamOf(home, one.system) === team);
        return sum + own.reduce((total, [, weight]) => total + weight, 0) / all;
      }, 0) / this.#homes.length;
    this.#callShares.set(key, share);
    return share;
  }

  /** Note that a home has a matter on a day. */
  note(home: SeedHome, day: string): void {
    this.#matters.set(home, [...(this.#matters.get(home) ?? []), day]);
  }

  /** Return a random home that was registered before the day. Prefer one without another matter around that day. */
  homeOn(day: string, fits: (home: SeedHome) => boolean = () => true, most = this.#homes.length): SeedHome {
    let known = Math.min(this.#homes.length, most);
    while (known > 1 && this.#homes[known - 1].since >= day) known -= 1;
    const isQuiet = (home: SeedHome): boolean =>
      (this.#matters.get(home) ?? []).every((other) => Math.abs(daysBetween(other, day)) > QUIET_DAYS);
    for (let tries = 0; ; tries += 1) {
      const home = this.#homes[this.chance.between(0, known - 1)];
      if (tries < MAX_TRIES && !(fits(home) && (isQuiet(home) || tries > MAX_TRIES / 2))) continue;
      this.note(home, day);
      return home;
    }
  }
}

/** Return a moment from 08:00 to 16:00 unchanged, else the next 08:00: no technician is sent at night. */
function later(ready: string): string {
  const hour = ready.slice(11, 13);
  return hour >= '16' ? `${addDays(dayOf(ready), 1)} 08:00:00` : hour < '08' ? `${dayOf(ready)} 08:00:00` : ready;
}
