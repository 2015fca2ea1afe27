import type { Draft } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { addDays, addMinutes, dayOf } from '#business/masterdata/days.rules.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { repairAnnex } from '#business/intake/repair-form/repair-annex.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import type { Chance } from '#business/system/seed/demo-world.seed.ts';
import { type Case, type OrderBook, type FormDraft, FRESH_MINUTES, draftOf } from './order-book.ts';
import { seedPicture } from '../pictures.ts';
import type { Task } from '../service/job.ts';

/** Pictures of the last weeks: enough to look at, few enough to be drawn in a few seconds. */
const PICTURE_DAYS = 24;

/** So many of a hundred repairs do not hold. */
const COMES_BACK = 4;

/** What becomes of a call: the older, the more surely it is decided. */
const outcomeOf = (chance: Chance, fresh: boolean): 'waits' | 'accepted' | 'rejected' | 'cancelled' | 'draft' =>
  fresh
    ? chance.weighted({ waits: 54, accepted: 37, rejected: 2, cancelled: 2, draft: 5 })
    : chance.weighted({ accepted: 92, cancelled: 2.5, rejected: 5.5 });

const rejections = ['不在服务区域', '非本公司安装设备，建议联系厂家', '装修阶段，尚未交付', '客户咨询，已电话解决'];

/** Calls about faults, from the first word to where each stands now. */
export class RepairCalls {
  readonly #book: OrderBook;
  readonly #waiting: Case[] = [];

  constructor(book: OrderBook) {
    this.#book = book;
  }

  /** One call from its first word to where it stands now; answers whether it came in by now. */
  call(day: string): boolean {
    const chance = this.#book.chance;
    const one = this.#book.caseOn(day);
    if (one.at >= this.#book.world.now) return false;
    const fresh = one.at > addMinutes(this.#book.world.now, -FRESH_MINUTES);
    const outcome = outcomeOf(chance, fresh);
    const draft = draftOf(chance, one);
    one.draft = draft;
    const pictures = this.#pictures(one, draft);
    const atOnce = outcome === 'accepted' && one.channel === 'phone' && chance.percent(70);
    this.#book.at(one, one.at, 'as_cs', async (context) => {
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
    const chance = this.#book.chance;
    if (
      one.at <= addMinutes(this.#book.world.now, -PICTURE_DAYS * 1440) ||
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
    const fileUrl = await this.#book.world.picture(context, name, svg);
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
    const chance = this.#book.chance;
    const later = addMinutes(one.at, chance.between(3, one.channel === 'phone' ? 25 : 110));
    if (outcome === 'accepted' && !atOnce) this.#book.at(one, later, 'as_cs', (context) => this.#accept(context, one));
    if (outcome === 'rejected')
      this.#book.at(one, later, 'as_cs', (context, lane) =>
        context.act(repairForm, one.formId!, 'reject', { reason: lane.pick(rejections) }),
      );
    if (outcome === 'cancelled') this.#cancelled(one, later);
    if (outcome === 'accepted') this.#afterwards(one, atOnce ? one.at : later);
    if (outcome === 'waits') this.#waits(one);
  }

  #waits(one: Case): void {
    const chance = this.#book.chance;
    this.#waiting.push(one);
    if (chance.percent(75)) this.#urge(one, addMinutes(one.at, chance.between(40, 400)));
  }

  async #accept(context: Context, one: Case): Promise<void> {
    const form = await context.act(repairForm, one.formId!, 'accept');
    one.orderId = form.registrationFormId ?? undefined;
    one.accepted = true;
  }

  #cancelled(one: Case, later: string): void {
    const chance = this.#book.chance;
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
    if (wasAccepted) this.#book.at(one, later, 'as_cs', (context) => this.#accept(context, one));
    this.#book.at(one, addMinutes(later, chance.between(20, 900)), 'as_cs', (context) =>
      context.act(repairForm, one.formId!, 'cancel', { cancelReason }),
    );
  }

  /** What may happen to a registration before somebody goes: it is held, released, urged, or a lead cancels it. */
  #afterwards(one: Case, accepted: string): void {
    const minutes = this.#book.chance.pick([45, 60, 60, 75, 90]);
    const chance = this.#book.chance;
    const lot = chance.weighted({ nothing: 74, held: 11, released: 4, urged: 8.5, cancelled: 4.5 });
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
      this.#book.at(one, later, 'as_dispatcher', (context) =>
        context.act(registration, one.orderId!, 'hold', { holdReason, holdUntil: until }),
      );
      // What was held is released at the latest when its day has come.
      const released =
        lot === 'released' ? addMinutes(later, chance.between(600, 4000)) : addMinutes(until, chance.between(5, 300));
      this.#book.at(one, released, 'as_dispatcher', (context) => context.act(registration, one.orderId!, 'release'));
      this.#serve(one, released, minutes);
    }
    if (lot === 'nothing' || lot === 'urged') this.#serve(one, accepted, minutes);
    if (lot === 'urged') {
      this.#urge(one, later);
      if (chance.percent(25)) this.#urge(one, addMinutes(later, chance.between(300, 1500)));
    }
    if (lot === 'cancelled')
      this.#book.at(one, later, 'as_cs_lead', (context) =>
        context.act(registration, one.orderId!, 'cancel', { cancelReason: 'area', reason: '地址超出服务范围' }),
      );
  }

  #urge(one: Case, at: string): void {
    const chance = this.#book.chance;
    const level = chance.weighted({ ask: 45, push: 40, angry: 13, media: 2 });
    const asked = {
      ask: '问一下什么时候能来。',
      push: '约好的时间没有人联系，请尽快安排。',
      angry: '已经等了两天，非常不满意。',
      media: '再不处理就去投诉平台。',
    }[level];
    let urgeId = '';
    this.#book.at(one, at, 'as_cs', async (context) => {
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
    if (at > addMinutes(this.#book.world.now, -15 * 60) && chance.percent(60)) return;
    this.#book.at(
      one,
      answered,
      chance.percent(60) ? 'as_dispatcher' : 'as_cs',
      async (context, lane) =>
        urgeId &&
        context.act(urge, urgeId, 'answer', {
          handleResult: lane.pick([
            '已联系客户，明天上午上门。',
            '配件到货后优先安排。',
            '已致歉并改约时间，客户同意。',
            '已转班组长跟进。',
          ]),
        }),
    );
    if (chance.percent(70))
      this.#book.at(
        one,
        addMinutes(answered, chance.between(60, 2000)),
        'as_cs',
        async (context) => urgeId && context.act(urge, urgeId, 'close'),
      );
  }

  /** The same customer calls again about the same machine: mostly merged, sometimes another matter, today still undecided. */
  #again(first: Case, draft: FormDraft, within: number): void {
    const chance = this.#book.chance;
    const at = addMinutes(first.at, chance.between(40, within));
    // What is called about belongs to its month: the same matter is not reported out of its season.
    if (at >= this.#book.world.now || at.slice(0, 7) !== first.at.slice(0, 7)) return;
    const second: Case = { ...first, at };
    this.#book.at(second, at, 'as_cs', async (context, lane) => {
      const again = lane.pick([
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
    if (at > addMinutes(this.#book.world.now, -20 * 60)) return;
    this.#book.at(second, addMinutes(at, chance.between(2, 40)), 'as_cs', async (context) => {
      const form = await context.get(repairForm, second.formId!);
      const target = form.duplicateOfId ? await context.get(repairForm, form.duplicateOfId) : null;
      if (target && ['submitted', 'accepted'].includes(target.repairStatus))
        await context.act(repairForm, form.id, 'merge', { duplicateOfId: target.id });
      else await this.#accept(context, second);
    });
    this.#serve(second, addMinutes(at, 45), 60);
  }

  /** Somebody goes and mends what it turns out to be; now and then the same machine comes back with the same fault. */
  #serve(one: Case, ready: string, minutes: number): void {
    const comesBack = this.#book.chance.percent(COMES_BACK);
    const task: Task = { kind: 'repair', remedy: one.remedy! };
    const over = (done: string): void => {
      if (comesBack && !one.again) this.#comesBack(one, done);
    };
    this.#book.serve(one, ready, { minutes, task, machines: [one.machine], over });
  }

  /** A repair that did not hold: the customer calls again, days later. */
  #comesBack(first: Case, done: string): void {
    const { chance, world } = this.#book;
    const at = `${addDays(dayOf(done), chance.between(2, 21))} ${chance.pick(['09', '10', '14', '20'])}:${String(chance.between(10, 55))}:00`;
    if (at >= addMinutes(world.now, -FRESH_MINUTES) || !first.draft) return;
    const one: Case = { ...first, at, channel: 'phone', formId: undefined, orderId: undefined, again: true };
    const draft = { ...first.draft, alarmId: null, source: 'phone', expectDate: addDays(dayOf(at), 1) } as FormDraft;
    this.#book.at(one, at, 'as_cs', async (context) => {
      const form = await context.create(repairForm, {
        ...draft,
        description: `${dayOf(done).slice(5).replace('-', '月')}日修过，又出现同样的问题：${draft.description}`,
      });
      one.formId = form.id;
      await this.#accept(context, one);
    });
    this.#serve(one, addMinutes(at, 20), 60);
  }
}
