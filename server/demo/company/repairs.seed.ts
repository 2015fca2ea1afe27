import type { Draft } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { Context } from '#kernel/server/context.ts';
import { addDays, addMinutes, dayOf } from '#business/masterdata/days.rules.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { repairAnnex } from '#business/intake/repair-form/repair-annex.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { acceptTimeouts } from '#business/dispatch/visit/accept-timeout.server.ts';
import { slaTick } from '#business/scheduling/sla/sla-clock.server.ts';
import { closeEnded, escalateLate } from '#business/intake/urge/urge-clock.server.ts';
import { photosSince, seedAnnexClasses } from './annex-classes.seed.ts';
import { type SeedChannel, seedDaysOf, momentOn } from './calendar.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { faultOf } from './faults.ts';
import type { SeedHome, SeedMachine } from './homes.seed.ts';
import type { Crewman } from './people.seed.ts';
import { Finance } from './service/money.seed.ts';
import { type Happening, PRODUCT, ServiceSeed } from './service/service.seed.ts';
import { seedPicture } from './pictures.ts';

type FormDraft = Draft<typeof repairForm>;

const DAYS_A_MONTH = 30.4;
const FORMS_A_MONTH = 105;
const ORDERS_A_MONTH = 14;
/** Calls of today and yesterday: what the desk has before it. */
const RECENT = 52;
const FRESH_MINUTES = 40 * 60;
/** When so much has happened, rows are counted anew: plans made for empty tables read full ones from end to end. */
const COUNTED = [0.25, 0.08, 0.02] as const;
/** Pictures of the last weeks: enough to look at, few enough to be drawn in a few seconds. */
const PICTURE_DAYS = 24;

interface Case {
  at: string;
  home: SeedHome;
  machine: SeedMachine;
  channel: SeedChannel;
  /** Who goes there. */ team: string;
  formId?: string;
  orderId?: string;
  accepted?: boolean;
}

const teamOf = (home: SeedHome, system: string): string =>
  ['waterPure', 'softWater', 'hotWater'].includes(system) ? 'water' : system === 'smartHome' ? 'smart' : home.team;

const urgencyOf = (chance: Chance, category: string): FormDraft['urgency'] =>
  category === 'smell' || category === 'electric'
    ? chance.weighted({ normal: 40, high: 40, safety: 20 })
    : category === 'leak'
      ? chance.weighted({ normal: 25, high: 55, critical: 20 })
      : chance.weighted({ normal: 76, high: 20, critical: 4 });

function draftOf(chance: Chance, one: Case): FormDraft {
  const { home, machine, channel, at, team } = one;
  const told = faultOf(chance, machine.system, Number(at.slice(5, 7)));
  const alarm = channel === 'iot';
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
    ...(alarm && { alarmId: `AL${at.replaceAll(/\D/g, '').slice(2)}${chance.digits(3)}` }),
    expectDate: addDays(dayOf(at), Number(chance.weighted({ 0: 15, 1: 50, 2: 20, 3: 15 }))),
    expectSlot: chance.weighted({ am1: 22, am2: 22, pm1: 26, pm2: 18, eve: 4, any: 8 }),
  };
}

/** What becomes of a call: the older, the more surely it is decided. */
const outcomeOf = (chance: Chance, fresh: boolean): 'waits' | 'accepted' | 'rejected' | 'cancelled' | 'draft' =>
  fresh
    ? chance.weighted({ waits: 54, accepted: 37, rejected: 2, cancelled: 2, draft: 5 })
    : chance.weighted({ accepted: 83, cancelled: 9, rejected: 8 });

const rejections = ['不在服务区域', '非本公司安装设备，建议联系厂家', '装修阶段，尚未交付', '客户咨询，已电话解决'];

class Months {
  readonly #world: DemoWorld;
  readonly #chance: Chance;
  readonly #homes: readonly SeedHome[];
  readonly #waiting: Case[] = [];
  readonly events: Happening[] = [];

  readonly service: ServiceSeed;
  readonly finance: Finance;

  constructor(world: DemoWorld, homes: readonly SeedHome[], crew: readonly Crewman[]) {
    this.#world = world;
    this.#homes = homes;
    this.#chance = new Chance(world.random);
    this.service = new ServiceSeed(world, crew, (one) => this.happens(one));
    this.finance = new Finance(world, (one) => this.happens(one));
  }

  /** Somebody goes; of what came in today and yesterday some still waits in the pool. */
  #serve(
    one: Case,
    ready: string,
    { minutes, known = ready }: { minutes: number; known?: string },
    fits?: (man: Crewman) => boolean,
  ): void {
    if (known > addMinutes(this.#world.now, -FRESH_MINUTES) && this.#chance.percent(46)) return;
    // What was arranged days ago may be the first job of its day.
    this.service.plan(
      { orderId: () => one.orderId, team: one.team, minutes },
      dayOf(known) < dayOf(ready) ? `${dayOf(ready)} 06:55:00` : later(ready),
      1,
      known,
      fits,
    );
  }

  /** What is not over by now did not happen yet. */
  happens(one: Happening): void {
    if (one.at < this.#world.now) this.events.push(one);
  }

  #at({ team }: Case, at: string, who: Happening['who'], work: Happening['work']): void {
    this.happens({ at, who, work, worker: team });
  }

  #case(day: string, homes = this.#homes): Case {
    const chance = this.#chance;
    const home = chance.pick(homes);
    const channel = chance.weighted<SeedChannel>({ phone: 58, wechat: 27, iot: 8, site: 4, store: 3 });
    const at = momentOn(chance, day, channel);
    const machine = chance.pick(home.machines);
    return { at, home, machine, channel, team: teamOf(home, machine.system) };
  }

  /** One call from its first word to where it stands now; answers whether it came in by now. */
  call(day: string): boolean {
    const chance = this.#chance;
    const one = this.#case(day);
    if (one.at >= this.#world.now) return false;
    const fresh = one.at > addMinutes(this.#world.now, -FRESH_MINUTES);
    const outcome = outcomeOf(chance, fresh);
    const draft = draftOf(chance, one);
    const pictures = this.#pictures(one, draft);
    const atOnce = outcome === 'accepted' && one.channel === 'phone' && chance.percent(70);
    this.#at(one, one.at, 'as_cs', async (context) => {
      const form = await context.create(
        repairForm,
        outcome === 'draft' ? ({ ...draft, repairStatus: 'draft' } as FormDraft) : draft,
      );
      one.formId = form.id;
      for (const picture of pictures) await this.#photograph(context, one, picture);
      if (atOnce) await this.#accept(context, one);
    });
    this.#decided(one, outcome, atOnce);
    if (chance.percent(fresh ? 16 : 4) && outcome !== 'draft') this.#again(one, draft, fresh ? 600 : 2800);
    return true;
  }

  /** Who writes sends pictures along more often than who calls. */
  #pictures(one: Case, draft: FormDraft): { name: string; svg: string }[] {
    const chance = this.#chance;
    if (
      one.at <= addMinutes(this.#world.now, -PICTURE_DAYS * 1440) ||
      !chance.percent(one.channel === 'wechat' ? 60 : 14)
    )
      return [];
    return Array.from({ length: chance.between(1, 3) }, () =>
      seedPicture(chance, {
        category: String(draft.faultCategory),
        system: one.machine.system,
        code: draft.troubleCode ?? null,
      }),
    );
  }

  /** What the caller sent along. */
  async #photograph(context: Context, one: Case, { name, svg }: { name: string; svg: string }): Promise<void> {
    const fileUrl = await this.#world.picture(context, name, svg);
    await context.create(repairAnnex, {
      repairFormId: one.formId!,
      mediaType: 'image',
      fileUrl,
      fileName: name,
      uploadSource: one.channel,
    } as Draft<typeof repairAnnex>);
  }

  /** The newest calls that wait to be accepted. */
  open(): readonly Case[] {
    return this.#waiting
      .filter((one) => one.formId !== undefined)
      .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  }

  /** What becomes of it, a little later. */
  #decided(one: Case, outcome: ReturnType<typeof outcomeOf>, atOnce: boolean): void {
    const chance = this.#chance;
    const later = addMinutes(one.at, chance.between(3, one.channel === 'phone' ? 25 : 110));
    if (outcome === 'accepted' && !atOnce) this.#at(one, later, 'as_cs', (context) => this.#accept(context, one));
    if (outcome === 'rejected')
      this.#at(one, later, 'as_cs', (context) =>
        context.act(repairForm, one.formId!, 'reject', { reason: chance.pick(rejections) }),
      );
    if (outcome === 'cancelled') this.#cancelled(one, later);
    if (outcome === 'accepted') this.#afterwards(one, atOnce ? one.at : later);
    if (outcome === 'waits') this.#waits(one);
  }

  #waits(one: Case): void {
    const chance = this.#chance;
    this.#waiting.push(one);
    if (chance.percent(35)) this.#urge(one, addMinutes(one.at, chance.between(40, 400)));
  }

  async #accept(context: Context, one: Case): Promise<void> {
    const form = await context.act(repairForm, one.formId!, 'accept');
    one.orderId = form.registrationFormId ?? undefined;
    one.accepted = true;
  }

  #cancelled(one: Case, later: string): void {
    const chance = this.#chance;
    const cancelReason = chance.weighted({
      self: 40,
      wrong: 15,
      price: 12,
      time: 10,
      other: 6,
      duplicate: 7,
      unreachable: 10,
    });
    const wasAccepted = chance.percent(45);
    if (wasAccepted) this.#at(one, later, 'as_cs', (context) => this.#accept(context, one));
    this.#at(one, addMinutes(later, chance.between(20, 900)), 'as_cs', (context) =>
      context.act(repairForm, one.formId!, 'cancel', { cancelReason }),
    );
  }

  /** What may happen to a registration before somebody goes: it is held, released, urged, or a lead cancels it. */
  #afterwards(one: Case, accepted: string): void {
    const minutes = this.#chance.pick([45, 60, 60, 75, 90]);
    const chance = this.#chance;
    const lot = chance.weighted({ nothing: 74, held: 12, released: 4, urged: 9, cancelled: 1 });
    const later = addMinutes(one.at, chance.between(200, 2600));
    if (lot === 'held' || lot === 'released') {
      const holdReason = chance.weighted({
        parts: 30,
        partsMaker: 15,
        customer: 35,
        weather: 5,
        construction: 10,
        pay: 5,
      });
      const until = addMinutes(later, chance.between(2, 12) * 1440);
      this.#at(one, later, 'as_dispatcher', (context) =>
        context.act(registration, one.orderId!, 'hold', { holdReason, holdUntil: until }),
      );
      // What was held is released at the latest when its day has come.
      const released =
        lot === 'released' ? addMinutes(later, chance.between(600, 4000)) : addMinutes(until, chance.between(5, 300));
      this.#at(one, released, 'as_dispatcher', (context) => context.act(registration, one.orderId!, 'release'));
      this.#serve(one, released, { minutes });
    }
    if (lot === 'nothing' || lot === 'urged') this.#serve(one, accepted, { minutes });
    if (lot === 'urged') {
      this.#urge(one, later);
      if (chance.percent(25)) this.#urge(one, addMinutes(later, chance.between(300, 1500)));
    }
    if (lot === 'cancelled')
      this.#at(one, later, 'as_cs_lead', (context) =>
        context.act(registration, one.orderId!, 'cancel', { cancelReason: 'area', reason: '地址超出服务范围' }),
      );
  }

  #urge(one: Case, at: string): void {
    const chance = this.#chance;
    const level = chance.weighted({ ask: 45, push: 40, angry: 13, media: 2 });
    const asked = {
      ask: '问一下什么时候能来。',
      push: '约好的时间没有人联系，请尽快安排。',
      angry: '已经等了两天，非常不满意。',
      media: '再不处理就去投诉平台。',
    }[level];
    let urgeId = '';
    this.#at(one, at, 'as_cs', async (context) => {
      // What is over by then is not urged any more.
      if (
        one.orderId &&
        !['registered', 'dispatched', 'inService', 'waiting'].includes(
          (await context.get(registration, one.orderId)).registerStatus,
        )
      )
        return;
      urgeId = (
        await context.create(urge, {
          source: one.channel === 'wechat' ? 'wechat' : 'phone',
          urgeLevel: level,
          content: asked,
          ...(one.orderId ? { registrationFormId: one.orderId } : { repairFormId: one.formId }),
        } as Draft<typeof urge>)
      ).id;
    });
    const answered = addMinutes(at, chance.between(6, 55));
    if (at > addMinutes(this.#world.now, -15 * 60) && chance.percent(60)) return;
    this.#at(
      one,
      answered,
      chance.percent(60) ? 'as_dispatcher' : 'as_cs',
      async (context) =>
        urgeId &&
        context.act(urge, urgeId, 'answer', {
          handleResult: chance.pick([
            '已联系客户，明天上午上门。',
            '配件到货后优先安排。',
            '已致歉并改约时间，客户同意。',
            '已转班组长跟进。',
          ]),
        }),
    );
    if (chance.percent(70))
      this.#at(
        one,
        addMinutes(answered, chance.between(60, 2000)),
        'as_cs',
        async (context) => urgeId && context.act(urge, urgeId, 'close'),
      );
  }

  /** The same customer calls again about the same machine: mostly merged, sometimes another matter, today still undecided. */
  #again(first: Case, draft: FormDraft, within: number): void {
    const chance = this.#chance;
    const at = addMinutes(first.at, chance.between(40, within));
    if (at >= this.#world.now) return;
    const second: Case = { ...first, at };
    this.#at(second, at, 'as_cs', async (context) => {
      const again = chance.pick([
        '还是那个问题，一直没有人联系我。',
        '和前天报的是同一台，现在更严重了。',
        '再催一下，家里人都在等。',
      ]);
      const form = await context.create(repairForm, {
        ...draft,
        alarmId: null,
        source: 'phone',
        description: `${again}${draft.description}`,
        expectDate: addDays(dayOf(at), 1),
      });
      second.formId = form.id;
    });
    if (at > addMinutes(this.#world.now, -20 * 60)) return;
    this.#at(second, addMinutes(at, chance.between(2, 40)), 'as_cs', async (context) => {
      const form = await context.get(repairForm, second.formId!);
      const target = form.duplicateOfId ? await context.get(repairForm, form.duplicateOfId) : null;
      if (target && ['submitted', 'accepted'].includes(target.repairStatus))
        await context.act(repairForm, form.id, 'merge', { duplicateOfId: target.id });
      else await this.#accept(context, second);
    });
    this.#serve(second, addMinutes(at, 45), { minutes: 60 });
  }

  /** Work that nobody reported as a fault: maintenance, cleaning, filters, instruction. It is done on the day that suits the customer. */
  order(day: string, wanted?: string, by?: Crewman): void {
    const chance = this.#chance;
    const {
      at,
      home,
      machine,
      team: nearest,
    } = this.#case(day, by && this.#homes.filter((one) => one.team === by.team));
    const kind = chance.weighted({ maintain: 45, clean: 18, consumable: 20, inspect: 7, training: 5, survey: 5 });
    const content = {
      maintain: `${machine.name}季节保养`,
      clean: `${machine.name}清洗`,
      consumable: `${machine.name}耗材更换`,
      inspect: `${machine.name}运行检测`,
      training: `${machine.name}使用指导`,
      survey: '改造前现场勘测',
    }[kind];
    const expectDate = wanted ?? addDays(dayOf(at), chance.between(1, 9));
    const team = by?.team ?? nearest;
    const made: Case = { at, home, machine, channel: 'phone', team };
    this.#at(made, at, 'as_cs', async (context) => {
      made.orderId = (
        await context.create(registration, {
          registerMainId: home.fileId,
          customerId: home.customerId,
          customerName: home.name,
          phone: home.phone,
          address: home.address,
          premisesId: home.premisesId,
          location: home.location,
          customerServiceTeam: team as FormDraft['customerServiceTeam'],
          source: 'phone',
          receiptsType: kind,
          repairType: machine.system as FormDraft['repairType'],
          urgency: 'normal',
          content,
          expectDate,
          expectSlot: chance.pick(['am1', 'am2', 'pm1', 'pm2'] as const),
          equipment: [{ equipmentId: machine.id, equipmentName: machine.name }],
        } as Draft<typeof registration>)
      ).id;
    });
    const minutes = { maintain: 90, clean: 150, consumable: 45, inspect: 60, training: 45, survey: 60 }[kind];
    this.#serve(made, `${expectDate} 07:00:00`, { minutes, known: at }, by && ((man) => man === by));
  }
}

/** Nobody is sent in the night. */
function later(ready: string): string {
  const hour = ready.slice(11, 13);
  return hour >= '16' ? `${addDays(dayOf(ready), 1)} 08:00:00` : hour < '08' ? `${dayOf(ready)} 08:00:00` : ready;
}

/** What a rule refuses did not happen: the months go on without it. */
async function happened(world: DemoWorld, event: Happening): Promise<void> {
  try {
    await (event.who === PRODUCT ? world.product(event.at, event.work) : world.as(event.who, event.at, event.work));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    world.refused?.(event.at, error.reason);
  }
}

/** What the clock does up to this minute; and three who ask again right now, so that somebody still waits for an answer in time. */
async function asOfNow(world: DemoWorld, open: readonly Case[]): Promise<void> {
  const steps = { step: <T>(work: (context: Context) => Promise<T>): Promise<T> => world.product(world.now, work) };
  for (const work of [acceptTimeouts, slaTick, escalateLate, closeEnded]) await work(steps);
  // Nobody asks again, and nobody is sent, before he has called.
  for (const [at, one] of open
    .filter(({ at: called }) => called < addMinutes(world.now, -15))
    .slice(-3)
    .entries()) {
    await world.as('as_cs', addMinutes(world.now, -4 - at * 5), (context) =>
      context.create(urge, {
        source: 'phone',
        urgeLevel: 'ask',
        content: '今天能安排上门吗？',
        repairFormId: one.formId,
      } as Draft<typeof urge>),
    );
  }
}

/** What was arranged last week for these days: the board has a yesterday, a today and days to come, and the technician who is tried first has his day. */
function season(world: DemoWorld, months: Months, chance: Chance, crew: readonly Crewman[]): void {
  const arranged = (): string => addDays(world.today, -chance.between(4, 9));
  const tried = crew.find((one) => one.user.role === 'as_technician' && one.user.account === 'as_technician');
  for (const [ahead, count] of [
    [0, 4],
    [1, 3],
  ] as const)
    for (let at = 0; at < count; at += 1) months.order(arranged(), addDays(world.today, ahead), tried);
  for (const [ahead, count] of [
    [-1, 9],
    [0, 16],
    [1, 18],
    [2, 10],
    [3, 6],
  ] as const)
    for (let at = 0; at < count; at += 1) months.order(arranged(), addDays(world.today, ahead));
}

/** About a hundred calls and a dozen other orders a month, made step by step as they happened. */
export async function seedRepairs(
  world: DemoWorld,
  homes: readonly SeedHome[],
  crew: readonly Crewman[],
): Promise<void> {
  const months = new Months(world, homes, crew);
  const chance = new Chance(world.random);
  const back = Math.round(world.months * DAYS_A_MONTH);
  for (const day of seedDaysOf(chance, addDays(world.today, -2), back - 2, world.months * FORMS_A_MONTH))
    months.call(day);
  // Early in the day most of what is fresh came in yesterday.
  for (let tries = 0, came = 0; came < RECENT && tries < RECENT * 4; tries += 1)
    came += Number(months.call(tries % 2 ? addDays(world.today, -1) : world.today));
  for (const day of seedDaysOf(chance, addDays(world.today, -1), back, world.months * ORDERS_A_MONTH))
    months.order(day);
  season(world, months, chance, crew);
  for (let ago = back - 2; ago >= 2; ago -= 1) months.finance.day(addDays(world.today, -ago));
  months.events.push({ at: photosSince(world.today), who: 'as_admin', work: seedAnnexClasses });
  months.events.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  for (const share of COUNTED) {
    const at = Math.floor(months.events.length * share);
    months.events.splice(at, 0, { at: months.events[at].at, who: PRODUCT, work: async () => world.settled?.() });
  }
  await world.concurrency(
    months.events,
    (event) => event.worker,
    (event) => happened(world, event),
  );
  await asOfNow(world, months.open());
  await months.service.atThisMoment();
}
