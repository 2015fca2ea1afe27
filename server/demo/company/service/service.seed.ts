import { doorPicture } from '../pictures.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { Draft, Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { recall } from '#business/dispatch/pool/pool.server.ts';
import { transfer } from '#business/dispatch/pool/transfer.server.ts';
import { type VisitResult, isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { addDays, addMinutes, dayOf, minutesBetween } from '#business/masterdata/days.rules.ts';
import { delay } from '#business/dispatch/delay/delay.paper.ts';
import { Chance, type DemoUser, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import type { Crewman } from '../people.seed.ts';
import { type Booked, Diary } from './diary.ts';
import { Doors, doorLocationOf } from './door.seed.ts';
import { type Happening, PRODUCT, type SeedJob } from './job.ts';
import { atDesk, workdayAfter } from './moments.ts';

type Order = Row<typeof registration>;

/** A visit on its way, with what is known of it as the days go by. */
interface Run {
  visitId: string;
  completionId: string;
  ended: boolean;
}
interface Leg {
  readonly job: SeedJob;
  readonly run: Run;
  readonly nth: number;
  readonly at: (moment: string, who: string | DemoUser, work: Happening['work']) => void;
}

/** Nobody goes a fourth time. */
const MOST_VISITS = 3;

/** What came in since yesterday morning: there is more to decide about it than about what is long over. */
const FRESH_MINUTES = 40 * 60;

const refusals = [
  ['full', '今天排满了，赶不过去'],
  ['far', '离上一单太远，来回两小时'],
  ['skill', '锅炉证过期，正在复审'],
  ['other', '家里有急事，下午请假'],
] as const;
const delays = [
  ['customer', '客户临时出差，约到后面几天'],
  ['parts', '配件明天才到区域仓'],
  ['previous', '前一单返工，今天赶不到'],
  ['customer', '小区停电检修，客户要求改期'],
] as const;
const corrections = [
  '铭牌照片看不清，请补拍',
  '水压读数漏填单位',
  '维保内容太简单，请写明处理部位',
  '里程与定位不符，请核对',
] as const;

/** The visits of an order: planned into the diary of its team, with what comes between, and then what happens at the door. */
export class ServiceSeed {
  readonly #world: DemoWorld;
  readonly #chance: Chance;
  readonly #diary: Diary;
  readonly #doors: Doors;
  readonly #crew: readonly Crewman[];
  readonly #happen: (one: Happening) => void;
  /** Who was sent to a job so far. */
  readonly #sent = new Map<SeedJob, Set<Crewman>>();

  constructor(world: DemoWorld, crew: readonly Crewman[], happen: (one: Happening) => void) {
    this.#world = world;
    this.#crew = crew;
    this.#chance = new Chance(world.random);
    this.#diary = new Diary(crew);
    this.#doors = new Doors(world);
    this.#happen = happen;
  }

  /** Somebody goes as soon as there is a window after `ready`, sent when the matter was `known`; a result that is not final brings a second visit. */
  plan(job: SeedJob, ready: string, nth = 1, known = ready, fits?: (man: Crewman) => boolean): void {
    const first = this.#diary.book(job.team, ready, job.minutes, fits);
    if (first) this.#goes(job, first, { ready, nth, known, asked: fits !== undefined });
  }

  /** Two of the installers, as soon as both have the time; null when they have none soon. */
  bookTwo(ready: string, minutes: number): Booked | null {
    return this.#diary.bookTwo(['install', 'install2'], ready, minutes);
  }

  /** What was arranged with two of them: nothing comes between. */
  planned(job: SeedJob, booked: Booked, known: string): void {
    this.#goes(job, booked, { ready: booked.from, nth: 1, known, asked: true });
  }

  #goes(
    job: SeedJob,
    first: Booked,
    { ready, nth, known, asked }: { ready: string; nth: number; known: string; asked: boolean },
  ): void {
    const chance = this.#chance;
    const leg = this.#leg(job, nth);
    this.#remember(job, first.man, first.mate);
    const sent = earlier(atDesk(addMinutes(known, chance.between(8, 45))), addMinutes(first.from, -80));
    leg.at(sent, 'as_dispatcher', async (context, lane) => {
      leg.run.visitId = await this.#send(context, job, first, lane);
    });
    const accepted = addMinutes(sent, chance.between(2, 14));
    const lot = job.inTwos ? 'goes' : this.#turn(sent, asked);
    if (lot === 'refused' || lot === 'unheard' || lot === 'recalled') {
      this.#backToPool(leg, { lot, man: first.man, sent, accepted, ready, goesOn: !asked });
      return;
    }
    const agrees = chance.percent(70);
    leg.at(accepted, first.man.user, async (context) => {
      await context.act(visit, leg.run.visitId, 'accept');
      if (agrees)
        await context.act(visit, leg.run.visitId, 'appoint', { from: first.from, to: addMinutes(first.to, 60) });
    });
    const settled = addMinutes(accepted, 14);
    const goes =
      lot === 'transferred'
        ? this.#transferred(leg, first, settled)
        : lot === 'delayed'
          ? this.#delayed(leg, first, settled)
          : first;
    this.#atTheDoor(leg, goes);
  }

  /** What comes between the sending and the door; whoever is asked second goes, but for today. */
  #turn(sent: string, asked: boolean): 'goes' | 'refused' | 'unheard' | 'recalled' | 'transferred' | 'delayed' {
    if (this.#isFresh(sent))
      return this.#chance.weighted({ goes: 66, refused: 8, unheard: 8, recalled: 3, transferred: 6, delayed: 9 });
    return asked
      ? 'goes'
      : this.#chance.weighted({ goes: 86, refused: 3, unheard: 2, recalled: 1, transferred: 4, delayed: 4 });
  }

  /** A rule that refuses ends this case where it stands, as it would for people; anything else is a fault. */
  #leg(job: SeedJob, nth: number): Leg {
    const run: Run = { visitId: '', completionId: '', ended: false };
    const unlessOver = async (work: () => Promise<unknown>): Promise<void> => {
      if (run.ended) return;
      try {
        await work();
      } catch (error) {
        if (error instanceof Refusal) run.ended = true;
        throw error;
      }
    };
    return {
      job,
      run,
      nth,
      at: (moment, who, work) =>
        this.#happen({
          at: moment,
          who,
          worker: job.team,
          work: (context, lane) => unlessOver(() => work(context, lane)),
        }),
    };
  }

  #isFresh(moment: string): boolean {
    return moment > addMinutes(this.#world.now, -FRESH_MINUTES);
  }

  /** He refuses, does not hear of it, or the dispatcher takes it back: somebody else is looked for a little later. */
  #backToPool(
    { job, run, nth, at }: Leg,
    {
      lot,
      man,
      sent,
      accepted,
      ready,
      goesOn,
    }: {
      lot: 'refused' | 'unheard' | 'recalled';
      man: Crewman;
      sent: string;
      accepted: string;
      ready: string;
      goesOn: boolean;
    },
  ): void {
    const chance = this.#chance;
    const [refuseReason, reason] = chance.pick(refusals);
    const over = lot === 'unheard' ? addMinutes(sent, chance.between(33, 50)) : accepted;
    if (lot === 'refused')
      at(over, man.user, (context) => context.act(visit, run.visitId, 'refuse', { refuseReason, reason }));
    if (lot === 'recalled')
      at(over, 'as_dispatcher', (context) =>
        context.act(visit, run.visitId, 'backToPool', { reason: '客户改约，时间待定' }),
      );
    if (lot === 'unheard')
      at(over, PRODUCT, async (context) => recall(context, await context.get(visit, run.visitId), 'timeout'));
    const again = addMinutes(over, this.#isFresh(over) ? chance.between(30, 600) : chance.between(10, 90));
    if (goesOn) this.plan(job, later(ready, again), nth, again, (other) => other !== man);
  }

  /** The dispatcher gives it to a colleague, who goes at his own time. */
  #transferred({ job, run, at }: Leg, from: Booked, moment: string): Booked {
    const other = this.#diary.book(
      job.team,
      later(addMinutes(from.from, -95), moment),
      job.minutes,
      (man) => man !== from.man,
    );
    if (!other) return from;
    this.#remember(job, other.man);
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
    at(addMinutes(moment, 6), other.man.user, (context) => context.act(visit, run.visitId, 'accept'));
    return other;
  }

  /** The technician asks for another day; mostly the office agrees. */
  #delayed({ job, run, at }: Leg, from: Booked, moment: string): Booked {
    const chance = this.#chance;
    const other = this.#diary.book(
      job.team,
      `${addDays(dayOf(from.from), chance.pick([1, 1, 2, 2, 5]))} 07:00:00`,
      job.minutes,
      (man) => man === from.man,
    );
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
    const judge =
      minutesBetween(`${dayOf(from.from)} 00:00:00`, `${dayOf(other.from)} 00:00:00`) > 3 * 1440
        ? this.#leaderOf(from.man)
        : 'as_dispatcher';
    const agreed = chance.percent(85);
    at(judged, judge, (context) =>
      agreed
        ? context.act(delay, delayId, 'approve', { note: '同意', force: true, forceReason: '客户要求的时间' })
        : context.act(delay, delayId, 'reject', { note: '客户坚持原时间，请协调' }),
    );
    return agreed ? other : from;
  }

  /** Sends somebody: a new form, or the next visit of the one there is. Soft conflicts have their reason. */
  async #send(context: Context, job: SeedJob, { man, mate, from, to }: Booked, chance: Chance): Promise<string> {
    const orderId = job.orderId();
    if (!orderId) throw new Refusal(409, 'seed.noOrder', ['没有登记单', 'no order']);
    const order: Order = await context.get(registration, orderId);
    const plan = { technicianId: man.id, planStart: from, planEnd: to, force: true, forceReason: '同片区顺路' };
    if (order.dispId) {
      // The parts have come, the expert has time.
      if ((await context.get(dispatchForm, order.dispId)).dispatchStatus === 'onHold')
        await context.act(dispatchForm, order.dispId, 'release');
      return (await context.submit(visit, { dispId: order.dispId, ...plan })).id;
    }
    const materialHint = await this.#doors.by(chance).suggested(context, job, man.id);
    const form = await context.submit(dispatchForm, {
      registrationFormId: orderId,
      ...plan,
      dispatch: true,
      ...(materialHint.length && { materialHint }),
    });
    const { id, visitId } = form as unknown as { id: string; visitId: string };
    if (mate)
      await context.submit(crewMember, {
        dispId: id,
        technicianId: mate.id,
        shareRatio: '0.45',
        forceReason: '两人一组安装',
      } as Draft<typeof crewMember>);
    return visitId;
  }

  /** Just now: two orders of the pool were sent and nobody has said yes yet, and two of tomorrow's visits are asked to be put off. */
  async atThisMoment(): Promise<void> {
    const { now } = this.#world;
    const pool = await this.#world.as('as_dispatcher', now, async (context) =>
      (await context.find(registration, { registerStatus: 'registered', holdReason: null }, { first: 40 }))
        .filter((one) => !one.dispId && one.createTime! < addMinutes(now, -8))
        .slice(0, 2),
    );
    for (const [at, one] of pool.entries()) {
      const job: SeedJob = {
        orderId: () => one.id,
        team: String(one.customerServiceTeam),
        minutes: 60,
        task: { kind: 'inspect' },
        machines: [],
      };
      const booked = this.#diary.book(job.team, now, job.minutes);
      if (booked)
        await this.#world.as('as_dispatcher', addMinutes(now, -3 - at * 4), (context) =>
          this.#send(context, job, booked, this.#chance),
        );
    }
    const [coming, waiting] = await this.#world.as('as_dispatcher', now, async (context) => [
      await context.find(visit, { taskStatus: ['accepted', 'appointed'] }, { first: 200 }),
      new Set(
        (await context.find(delay, { approveStatus: 'pending' }, { first: 200 })).map((one) => one.dispatchListId),
      ),
    ]);
    const asking = coming
      .filter(
        (one) => !waiting.has(one.id) && one.planStart > addMinutes(now, 600) && one.sentTime! < addMinutes(now, -60),
      )
      .slice(0, 2);
    for (const [at, one] of asking.entries()) {
      const man = this.#crew.find((each) => each.id === one.technicianId);
      const [delayReason, reasonDetail] = delays[at];
      if (man)
        await this.#world.as(man.user, addMinutes(now, -12 - at * 9), (context) =>
          context.submit(delay, {
            dispId: one.dispId,
            delayReason,
            reasonDetail,
            newTime: addMinutes(one.planStart, at === 0 ? 1440 : 5 * 1440),
            customerAgreed: true,
          }),
        );
    }
  }

  /** The leader of somebody's team; nobody judges his own work, nor a job at which he was once. */
  #leaderOf(man: Crewman, job?: SeedJob): DemoUser | string {
    const leader = this.#crew.find((one) => one.team === man.team && one.leader);
    return leader && leader !== man && !(job && this.#sent.get(job)?.has(leader)) ? leader.user : 'as_manager';
  }

  #remember(job: SeedJob, ...men: readonly (Crewman | undefined)[]): void {
    const known = this.#sent.get(job) ?? new Set();
    for (const man of men) if (man) known.add(man);
    this.#sent.set(job, known);
  }

  #atTheDoor(leg: Leg, { man, from, to }: Booked): void {
    const { job, run, nth, at } = leg;
    const chance = this.#chance;
    const arrive = addMinutes(from, chance.pick([-8, -8, 0, 0, 0, 0, 6, 6, 6, 14, 22]));
    if (chance.percent(75))
      at(addMinutes(arrive, -chance.between(8, 28)), man.user, (context) => context.act(visit, run.visitId, 'depart'));
    const result = this.#result(job, nth);
    if (result === 'noAccess') {
      at(addMinutes(arrive, 12), man.user, async (context, lane) =>
        context.act(visit, run.visitId, 'finish', {
          visitResult: 'noAccess',
          resultNote: '敲门无人应答，电话三次未接',
          callAttempts: 3,
          doorPhotos: [await this.#world.picture(context, '门口.jpg', doorPicture(lane))],
        }),
      );
      this.#after(leg, man, addMinutes(arrive, 12), result);
      return;
    }
    at(arrive, man.user, async (context) =>
      context.act(visit, run.visitId, 'arrive', { location: await doorLocationOf(context, run.visitId) }),
    );
    // However late he came: he is out in time for the next door.
    const done = earlier(
      addMinutes(arrive, chance.between(Math.round(job.minutes * 0.55), job.minutes + 8)),
      addMinutes(to, 6),
    );
    at(done, man.user, async (context, lane) => {
      run.completionId = await this.#doors.by(lane).complete(context, run.visitId, { job, arrive, done, result });
    });
    this.#after(leg, man, done, result);
  }

  /** How a visit ends: the second time it is done; whether parts are missing shows only where the remedy takes one. */
  #result({ task, inTwos }: SeedJob, nth: number): VisitResult {
    if (nth > 1 || inTwos) return 'done';
    if (task.kind !== 'repair') return this.#chance.weighted({ done: 91, noAccess: 3, reappoint: 4, needMoreWork: 2 });
    return task.remedy.part
      ? this.#chance.weighted({ done: 80, needParts: 13, checkOnly: 2, noAccess: 2, reappoint: 2, needExpert: 1 })
      : this.#chance.weighted({
          done: 87,
          checkOnly: 2,
          noFault: 4,
          noAccess: 2,
          reappoint: 2,
          needExpert: 1,
          needMoreWork: 2,
        });
  }

  /** The leader looks at it in the evening, the back office the next working morning, now and then with an objection; what is not over gets its next visit. */
  #after(leg: Leg, man: Crewman, done: string, result: VisitResult): void {
    const { job, run, nth, at } = leg;
    const chance = this.#chance;
    const leader = this.#leaderOf(man, job);
    const evening = later(
      `${dayOf(done)} 18:${String(chance.between(10, 55)).padStart(2, '0')}:00`,
      addMinutes(done, 10),
    );
    const lot = this.#judgement(leg, result, done);
    if (lot !== 'redo') tellOver(job, result, done);
    // Of the last day some is not looked at yet.
    if (lot === 'waits') return;
    const seen = lot === 'leader' ? this.#sentBack(leg, { man, leader, evening }) : evening;
    at(seen, leader, (context) => context.act(visit, run.visitId, 'confirm'));
    const morning = `${workdayAfter(dayOf(seen), chance.percent(6) ? chance.between(2, 4) : 1)} ${chance.pick(['09', '10', '11', '14'])}:${String(chance.between(10, 55)).padStart(2, '0')}:00`;
    if (lot === 'redo') {
      this.#redone(leg, morning);
      return;
    }
    if (result !== 'noAccess')
      at(lot === 'office' ? this.#corrected(leg, man, morning) : morning, 'as_cs_lead', (context) =>
        context.act(completion, run.completionId, 'pass'),
      );
    if (isFinal(result) || nth >= MOST_VISITS) return;
    // Whoever still has to look at it does not go himself.
    const fits = lot === 'leader' ? isNot(leader) : undefined;
    const ready = `${workdayAfter(dayOf(done), this.#waits(result))} 09:00:00`;
    this.plan(job, ready, nth + 1, ready, fits);
  }

  /** The customer says that it did not hold: it is done again. */
  #redone({ job, run, nth, at }: Leg, morning: string): void {
    at(morning, 'as_cs_lead', (context) =>
      context.act(completion, run.completionId, 'redo', { reason: '回访：故障当晚再次出现，客户要求重新上门' }),
    );
    this.plan(job, later(addMinutes(morning, 30), `${dayOf(morning)} 09:00:00`), nth + 1);
  }

  /** Days until somebody goes again: parts and experts take their time. */
  #waits(result: VisitResult): number {
    return ['needParts', 'needExpert'].includes(result) ? this.#chance.between(2, 5) : 1;
  }

  /** What leader and back office make of it; only what was over is done again, and nothing that two built in. */
  #judgement({ job, nth }: Leg, result: VisitResult, done: string): 'fine' | 'leader' | 'office' | 'redo' | 'waits' {
    if (result === 'noAccess') return 'fine';
    const lot = this.#chance.weighted(
      this.#isFresh(done)
        ? { fine: 50, leader: 8, office: 8, redo: 4, waits: 30 }
        : { fine: 92, leader: 3, office: 3, redo: 2, waits: 0 },
    );
    const again = isFinal(result) && nth < MOST_VISITS && !job.inTwos;
    return lot === 'redo' && !again ? 'fine' : lot;
  }

  /** The leader wants it written better; answers when he looks again. */
  #sentBack(
    { run, at }: Leg,
    { man, leader, evening }: { man: Crewman; leader: DemoUser | string; evening: string },
  ): string {
    at(evening, leader, (context, lane) =>
      context.act(visit, run.visitId, 'sendBack', { reason: lane.pick(corrections) }),
    );
    const again = addMinutes(`${workdayAfter(dayOf(evening), 1)} 08:00:00`, this.#chance.between(5, 50));
    at(again, man.user, (context) => rewrite(context, run.completionId));
    return addMinutes(again, this.#chance.between(20, 90));
  }

  /** The back office wants something corrected; answers when it looks again. */
  #corrected({ run, at }: Leg, man: Crewman, morning: string): string {
    at(morning, 'as_cs_lead', (context, lane) =>
      context.act(completion, run.completionId, 'refill', { reason: lane.pick(corrections) }),
    );
    const again = addMinutes(morning, this.#chance.between(50, 500));
    at(again, man.user, (context) => rewrite(context, run.completionId));
    return addMinutes(again, this.#chance.between(15, 120));
  }
}

/** What was missing is added, and it is handed in again. */
async function rewrite(context: Context, completionId: string): Promise<void> {
  const { maintenanceContent } = await context.get(completion, completionId);
  await context.change(completion, completionId, {
    maintenanceContent: `${maintenanceContent}。已补充说明并核对读数。`,
  });
  await context.act(completion, completionId, 'submit');
}

/** What was mended may come back. */
function tellOver(job: SeedJob, result: VisitResult, done: string): void {
  if (result === 'done') job.over?.(done);
}

const isNot =
  (user: DemoUser | string) =>
  (one: Crewman): boolean =>
    one.user !== user;

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);
