import { recall } from '#business/dispatch/pool/pool.server.ts';
import { transfer } from '#business/dispatch/pool/transfer.server.ts';
import { delay } from '#business/dispatch/delay/delay.paper.ts';
import type { VisitResult } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { addDays, addMinutes, dayOf, minutesBetween } from '#kernel/language/days.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { doorPicture } from '../pictures.ts';
import type { Crewman } from '../people.seed.ts';
import { type Booked, Diary, type Staff } from './diary.ts';
import { Doors, doorLocationOf } from './door.seed.ts';
import { type Happening, PRODUCT, type SeedJob } from './job.ts';
import { Crew, type Leg, legOf } from './leg.ts';
import { atDesk, earlier, later } from './moments.ts';
import { VisitOffice } from './office.seed.ts';
import { askToPutOff, delays, sendVisit } from './sending.seed.ts';

const refusals = [
  ['full', '今天排满了，赶不过去'],
  ['far', '离上一单太远，来回两小时'],
  ['skill', '锅炉证过期，正在复审'],
  ['other', '家里有急事，下午请假'],
] as const;

/** The team with a problem in the demo data: its dispatcher is often late. */
const LATE_TEAM = 'north';
/** Shares of jobs that are dispatched hours after they were reported, in per cent. */
const LATE_SHARE = { usual: 3, lateTeam: 24 } as const;

type Turn = 'goes' | 'refused' | 'unheard' | 'recalled' | 'transferred' | 'delayed';
type ToPool = Extract<Turn, 'refused' | 'unheard' | 'recalled'>;

/** Options of planning a visit. */
interface Plan {
  readonly nth?: number;
  /** When the dispatcher gets the order; absent: at the earliest moment of the visit. */ readonly known?: string;
  readonly fits?: (man: Crewman) => boolean;
}

/** Moments of a dispatched visit that is taken back, and whether another technician is sought. */
interface Sending {
  readonly man: Crewman;
  readonly sent: string;
  readonly accepted: string;
  readonly ready: string;
  readonly goesOn: boolean;
}

/**
 * Plans the visits of orders in the diary of the team: dispatch, refusals and delays, the visit itself, and later
 * visits.
 */
export class ServiceSeed {
  readonly #world: DemoWorld;
  readonly #chance: Chance;
  readonly #diary: Diary;
  readonly #doors: Doors;
  readonly #crew: Crew;
  readonly #office: VisitOffice;
  readonly #happen: (one: Happening) => void;

  constructor(world: DemoWorld, staff: Staff, happen: (one: Happening) => void) {
    this.#world = world;
    this.#crew = new Crew(staff.crew);
    this.#chance = new Chance(world.random);
    this.#diary = new Diary(staff);
    this.#doors = new Doors(world);
    this.#office = new VisitOffice(this.#chance, this.#crew);
    this.#happen = happen;
  }

  /** Plan a visit in the first window after `ready`. A result that is not final leads to a second visit. */
  plan(job: SeedJob, ready: string, { nth = 1, known = ready, fits }: Plan = {}): void {
    const first = this.#diary.book(job, ready, fits);
    if (first) this.#goes(job, first, { ready, nth, known, isArranged: fits !== undefined });
  }

  /** Book two installers of one team as soon as both are free; null when none are free soon. */
  bookTwo(ready: string, minutes: number): Booked | null {
    return this.#diary.bookTwo(['install', 'install2'], ready, minutes);
  }

  /** Plan the booked visit of two installers, without refusals or delays. */
  planned(job: SeedJob, booked: Booked, known: string): void {
    this.#goes(job, booked, { ready: booked.from, nth: 1, known, isArranged: true });
  }

  /** Create the requests that are open at this minute. */
  atThisMoment(): Promise<void> {
    return askToPutOff(this.#world, this.#crew);
  }

  #goes(
    job: SeedJob,
    first: Booked,
    { ready, nth, known, isArranged }: { ready: string; nth: number; known: string; isArranged: boolean },
  ): void {
    const chance = this.#chance;
    const leg = legOf(job, nth, this.#happen);
    this.#crew.note(job, first);
    const sent = earlier(this.#sentAt(job, known), addMinutes(first.from, -60));
    leg.at(sent, 'as_dispatcher', async (context, lane) => {
      leg.run.visitId = await sendVisit(context, this.#doors, job, { booked: first, chance: lane });
    });
    const accepted = addMinutes(sent, chance.between(2, 12));
    const turn = job.inTwos ? 'goes' : this.#turn(isArranged);
    if (turn === 'refused' || turn === 'unheard' || turn === 'recalled') {
      this.#backToPool(leg, turn, { man: first.man, sent, accepted, ready, goesOn: !isArranged });
      return;
    }
    this.#accepts(leg, first, accepted);
    const settled = addMinutes(accepted, 14);
    const goes =
      turn === 'transferred'
        ? this.#transferred(leg, first, settled)
        : turn === 'delayed'
          ? this.#delayed(leg, first, settled)
          : first;
    this.#atTheDoor(leg, goes);
  }

  /** Plan that the technician accepts the visit and agrees a time window with the customer. */
  #accepts({ run, at }: Leg, { man, from, to }: Booked, moment: string): void {
    at(moment, man.user, async (context) => {
      await context.act(visit, run.visitId, 'accept');
      await context.act(visit, run.visitId, 'appoint', { from, to: addMinutes(to, 60) });
    });
  }

  /** Return when a job is dispatched: mostly within the hour, for a share of jobs hours later. */
  #sentAt(job: SeedJob, known: string): string {
    const chance = this.#chance;
    if (job.isUrgent) return atDesk(addMinutes(known, chance.between(2, 9)));
    const late = job.team === LATE_TEAM ? LATE_SHARE.lateTeam : LATE_SHARE.usual;
    return atDesk(addMinutes(known, chance.percent(late) ? chance.between(150, 420) : chance.between(6, 50)));
  }

  /**
   * Choose whether a visit is refused, recalled, transferred or delayed. Promised visits and those with a newly chosen
   * technician are not.
   */
  #turn(isArranged: boolean): Turn {
    return isArranged
      ? 'goes'
      : this.#chance.weighted<Turn>({
          goes: 93.5,
          refused: 1.5,
          unheard: 0.8,
          recalled: 0.5,
          transferred: 1.5,
          delayed: 2.2,
        });
  }

  /**
   * Plan that the technician refuses or does not answer, or that the dispatcher recalls the visit. Then plan it with
   * another technician if `goesOn`.
   */
  #backToPool({ job, run, nth, at }: Leg, turn: ToPool, { man, sent, accepted, ready, goesOn }: Sending): void {
    const chance = this.#chance;
    const [refuseReason, reason] = chance.pick(refusals);
    const over = turn === 'unheard' ? addMinutes(sent, chance.between(33, 50)) : accepted;
    if (turn === 'refused')
      at(over, man.user, (context) => context.act(visit, run.visitId, 'refuse', { refuseReason, reason }));
    if (turn === 'recalled')
      at(over, 'as_dispatcher', (context) =>
        context.act(visit, run.visitId, 'backToPool', { reason: '客户改约，时间待定' }),
      );
    if (turn === 'unheard')
      at(over, PRODUCT, async (context) => recall(context, await context.get(visit, run.visitId), 'timeout'));
    const again = addMinutes(over, chance.between(10, 60));
    if (goesOn) this.plan(job, later(ready, again), { nth, known: again, fits: (other) => other !== man });
  }

  /** Plan that the dispatcher transfers the visit to a colleague at another time. Return that booking. */
  #transferred(leg: Leg, from: Booked, moment: string): Booked {
    const { job, run, at } = leg;
    const other = this.#diary.book(job, later(addMinutes(from.from, -95), moment), (man) => man !== from.man);
    if (!other) return from;
    this.#crew.note(job, other);
    at(moment, 'as_dispatcher', async (context) => {
      const { dispId } = await context.get(visit, run.visitId);
      run.visitId = await transfer(context, {
        dispId,
        technicianId: other.man.id,
        planStart: other.from,
        planEnd: other.to,
        reason: '前一单超时，改派同组同事',
        force: true,
      });
    });
    this.#accepts(leg, other, addMinutes(moment, 6));
    return other;
  }

  /** Plan that the technician requests another day, which is mostly approved. Return the booking that holds. */
  #delayed({ job, run, at }: Leg, from: Booked, moment: string): Booked {
    const chance = this.#chance;
    const soon = `${addDays(dayOf(from.from), chance.pick([1, 1, 2, 2, 5]))} 07:00:00`;
    const other = this.#diary.book(job, soon, (man) => man === from.man);
    if (!other) return from;
    const [delayReason, reasonDetail] = chance.pick(delays);
    let delayId = '';
    at(moment, from.man.user, async (context) => {
      const { dispId } = await context.get(visit, run.visitId);
      delayId = (
        await context.submit(delay, { dispId, delayReason, reasonDetail, newTime: other.from, customerAgreed: true })
      ).id;
    });
    const judged = later(
      earlier(atDesk(addMinutes(moment, chance.between(40, 240))), addMinutes(from.from, -10)),
      addMinutes(moment, 1),
    );
    const isFar = minutesBetween(`${dayOf(from.from)} 00:00:00`, `${dayOf(other.from)} 00:00:00`) > 3 * 1440;
    const agreed = chance.percent(85);
    at(judged, isFar ? this.#crew.leaderOf(from.man) : 'as_dispatcher', (context) =>
      agreed
        ? context.act(delay, delayId, 'approve', { note: '同意', force: true, forceReason: '客户要求的时间' })
        : context.act(delay, delayId, 'reject', { note: '客户坚持原时间，请协调' }),
    );
    if (!agreed) return from;
    at(addMinutes(judged, 5), other.man.user, (context) =>
      context.act(visit, run.visitId, 'appoint', { from: other.from, to: addMinutes(other.to, 60) }),
    );
    return other;
  }

  #atTheDoor(leg: Leg, { man, from, to }: Booked): void {
    const { job, run, nth, at } = leg;
    const chance = this.#chance;
    const arrive = addMinutes(from, chance.pick([-8, -8, 0, 0, 0, 0, 6, 6, 6, 14, 22]));
    if (chance.percent(75))
      at(addMinutes(arrive, -chance.between(6, 18)), man.user, (context) => context.act(visit, run.visitId, 'depart'));
    const result = this.#result(job, nth);
    if (result === 'noAccess') {
      const done = addMinutes(arrive, 12);
      at(done, man.user, async (context, lane) =>
        context.act(visit, run.visitId, 'finish', {
          visitResult: 'noAccess',
          resultNote: '敲门无人应答，电话三次未接',
          callAttempts: 3,
          doorPhotos: [await this.#world.picture(context, '门口.jpg', doorPicture(lane))],
        }),
      );
      this.#after(leg, man, done, result);
      return;
    }
    at(arrive, man.user, async (context) =>
      context.act(visit, run.visitId, 'arrive', { location: await doorLocationOf(context, run.visitId) }),
    );
    // Even after a late arrival the visit ends in time for the technician's next one.
    const done = earlier(
      addMinutes(arrive, chance.between(Math.round(job.minutes * 0.72), job.minutes + 12)),
      addMinutes(to, 8),
    );
    at(done, man.user, async (context, lane) => {
      run.completionId = await this.#doors.by(lane).complete(context, run.visitId, { job, arrive, done, result });
    });
    this.#after(leg, man, done, result);
  }

  #after(leg: Leg, man: Crewman, done: string, result: VisitResult): void {
    const next = this.#office.judge(leg, { man, done, result });
    if (!next) return;
    const { ready, without } = next;
    this.plan(leg.job, ready, { nth: leg.nth + 1, ...(without && { fits: (one) => one.user !== without }) });
  }

  /**
   * Choose the result of a visit. A second visit and an installation always succeed; only a repair with a part can lack
   * one.
   */
  #result({ task, inTwos }: SeedJob, nth: number): VisitResult {
    if (nth > 1 || inTwos) return 'done';
    if (task.kind !== 'repair')
      return this.#chance.weighted({ done: 95, noAccess: 2.5, reappoint: 1.5, needMoreWork: 1 });
    return task.remedy.part
      ? this.#chance.weighted({ done: 93, needParts: 3, checkOnly: 1, noAccess: 1.8, reappoint: 0.7, needExpert: 0.5 })
      : this.#chance.weighted({
          done: 94,
          checkOnly: 1,
          noFault: 1.5,
          noAccess: 1.8,
          reappoint: 0.7,
          needExpert: 0.5,
          needMoreWork: 0.5,
        });
  }
}
