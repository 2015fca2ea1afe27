import type { Draft } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server/context.ts';
import { addDays, addMinutes, dayOf, weekdayOf } from '#kernel/language/days.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { repairAnnex } from '#business/intake/repair-form/repair-annex.paper.ts';
import { urge } from '#business/intake/urge/urge.paper.ts';
import { type Chance, twoDigits } from '#business/system/seed/demo-world.seed.ts';
import { type Case, type OrderBook, type FormDraft, draftOf } from './order-book.ts';
import { seedPicture } from '../pictures.ts';
import type { Task } from '../service/job.ts';
import { atDesk } from '../service/moments.ts';

/** Number of last days whose calls have pictures: enough to look at, few enough to be drawn in a few seconds. */
const PICTURE_DAYS = 24;

/** Share of repairs after which the fault comes back, in per cent. */
const COMES_BACK = 2.3;

/** Share of the calls of the last hours that are still drafts, in per cent. */
const DRAFTS = 6;
const DRAFT_MINUTES = 14 * 60;
/** Maximum minutes until customer service accepts a call, by urgency; forgotten calls take longer. */
const ACCEPTED_WITHIN = { normal: 28, high: 13, critical: 6, safety: 6 } as const;
/** Share of calls that customer service forgets for more than half an hour, in per cent. */
const FORGOTTEN = 9;

/** Return the outcome of a call. */
const outcomeOf = (chance: Chance): 'accepted' | 'rejected' | 'cancelled' =>
  chance.weighted({ accepted: 92, cancelled: 2.5, rejected: 5.5 });

/**
 * Return when customer service handles a call: after some minutes, or on the next morning if it came at night. On
 * Sundays the desk closes at 17:00, otherwise at 20:00.
 */
const atTheDesk = (chance: Chance, at: string, minutes: number): string => {
  const hour = at.slice(11, 13);
  if (hour >= '08' && hour < (weekdayOf(dayOf(at)) === 7 ? '17' : '20')) return addMinutes(at, minutes);
  const day = hour < '08' ? dayOf(at) : addDays(dayOf(at), 1);
  return `${day} 08:${twoDigits(chance.between(2, 27))}:00`;
};

const rejections = ['不在服务区域', '非本公司安装设备，建议联系厂家', '装修阶段，尚未交付', '客户咨询，已电话解决'];

/** Plans the calls about faults of the demo company, with all events up to their present state. */
export class RepairCalls {
  readonly #book: OrderBook;

  constructor(book: OrderBook) {
    this.#book = book;
  }

  /** Plan one call of a day and everything that follows from it. */
  call(day: string): void {
    const chance = this.#book.chance;
    const one = this.#book.caseOn(day);
    const { now } = this.#book.world;
    const isDraft = one.at < now && one.at > addMinutes(now, -DRAFT_MINUTES) && chance.percent(DRAFTS);
    const draft = draftOf(chance, one);
    one.draft = draft;
    const pictures = this.#pictures(one, draft);
    const outcome = outcomeOf(chance);
    const atOnce = outcome === 'accepted' && one.channel === 'phone' && !isDraft && chance.percent(70);
    this.#book.at(one, one.at, 'as_cs', async (context) => {
      const form = await context.create(
        repairForm,
        isDraft ? ({ ...draft, repairStatus: 'draft' } as FormDraft) : draft,
      );
      one.formId = form.id;
      for (const picture of pictures) await this.#photograph(context, one, picture);
      if (atOnce) await this.#accept(context, one);
    });
    if (isDraft) return;
    this.#decided(one, outcome, atOnce);
    if (chance.percent(4)) this.#again(one, draft);
  }

  /** Return up to three pictures for some of the recent calls; calls by WeChat have pictures more often. */
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

  /** Attach a picture of the caller to the form. */
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

  /** Plan the decision about a call after some minutes: accepted, rejected or cancelled. */
  #decided(one: Case, outcome: ReturnType<typeof outcomeOf>, atOnce: boolean): void {
    const chance = this.#book.chance;
    const within = ACCEPTED_WITHIN[one.draft!.urgency ?? 'normal'];
    const minutes = chance.percent(FORGOTTEN) ? chance.between(35, 110) : chance.between(2, within);
    const later = atTheDesk(chance, one.at, minutes);
    if (outcome === 'accepted' && !atOnce) this.#book.at(one, later, 'as_cs', (context) => this.#accept(context, one));
    if (outcome === 'rejected')
      this.#book.at(one, later, 'as_cs', (context, lane) =>
        context.act(repairForm, one.formId!, 'reject', { reason: lane.pick(rejections) }),
      );
    if (outcome === 'cancelled') this.#cancelled(one, later);
    if (outcome === 'accepted') this.#afterwards(one, atOnce ? one.at : later);
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

  /** Plan what happens to an order before its visit: nothing, a hold, a release, urges, or a cancellation by a lead. */
  #afterwards(one: Case, accepted: string): void {
    const minutes = this.#book.chance.pick([45, 60, 60, 75, 90]);
    const chance = this.#book.chance;
    const lot = chance.weighted({ nothing: 77, held: 9, released: 3, urged: 7, cancelled: 4 });
    const later = addMinutes(one.at, chance.between(200, 2600));
    if (lot === 'held' || lot === 'released') this.#held(one, accepted, { isShort: lot === 'released', minutes });
    if (lot === 'nothing' || lot === 'urged') this.#serve(one, accepted, minutes);
    if (lot === 'urged') {
      const impatient = addMinutes(one.at, chance.between(70, 400));
      this.#urge(one, impatient);
      if (chance.percent(25)) this.#urge(one, addMinutes(impatient, chance.between(200, 1200)));
    }
    if (lot === 'cancelled')
      this.#book.at(
        one,
        later,
        'as_cs_lead',
        async (context) =>
          one.orderId &&
          context.act(registration, one.orderId, 'cancel', { cancelReason: 'area', reason: '地址超出服务范围' }),
      );
  }

  /**
   * Plan that an order is put on hold and released later: early if `isShort`, else after the end of the hold. Then plan
   * its visit.
   */
  #held(one: Case, accepted: string, { isShort, minutes }: { isShort: boolean; minutes: number }): void {
    const chance = this.#book.chance;
    const held = atDesk(addMinutes(accepted, chance.between(15, 80)));
    const holdReason = chance.weighted({
      parts: 6,
      partsMaker: 26,
      customer: 42,
      weather: 5,
      construction: 17,
      pay: 4,
    });
    const until = addMinutes(held, chance.between(3, 14) * 1440);
    this.#book.at(
      one,
      held,
      'as_dispatcher',
      async (context) =>
        one.orderId && context.act(registration, one.orderId, 'hold', { holdReason, holdUntil: until }),
    );
    const released = isShort ? addMinutes(held, chance.between(600, 4000)) : addMinutes(until, chance.between(5, 300));
    this.#book.at(
      one,
      released,
      'as_dispatcher',
      async (context) => one.orderId && context.act(registration, one.orderId, 'release'),
    );
    this.#serve(one, released, minutes);
  }

  #urge(one: Case, at: string): void {
    const chance = this.#book.chance;
    const level = chance.weighted({ ask: 45, push: 40, angry: 13, media: 2 });
    const content = {
      ask: '问一下什么时候能来。',
      push: '约好的时间没有人联系，请尽快安排。',
      angry: '已经等了两天，非常不满意。',
      media: '再不处理就去投诉平台。',
    }[level];
    let urgeId = '';
    this.#book.at(one, at, 'as_cs', async (context) => {
      // An order that is finished or cancelled by then is not urged.
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
          content,
          ...(one.orderId ? { registrationFormId: one.orderId } : { repairFormId: one.formId }),
        } as Draft<typeof urge>)
      ).id;
    });
    const answered = addMinutes(at, chance.between(6, 55));
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

  /**
   * Plan a second call about the same machine soon after. It is merged if the first form is still open, else accepted
   * as another order.
   */
  #again(first: Case, draft: FormDraft): void {
    const chance = this.#book.chance;
    const at = addMinutes(first.at, chance.between(40, 2800));
    // The second call must be in the same month, since the faults of a machine depend on the season.
    if (at.slice(0, 7) !== first.at.slice(0, 7)) return;
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
    const accepted = atTheDesk(chance, at, chance.between(2, 26));
    this.#book.at(second, accepted, 'as_cs', async (context) => {
      const form = await context.get(repairForm, second.formId!);
      const target = form.duplicateOfId ? await context.get(repairForm, form.duplicateOfId) : null;
      if (target && ['submitted', 'accepted'].includes(target.repairStatus))
        await context.act(repairForm, form.id, 'merge', { duplicateOfId: target.id });
      else await this.#accept(context, second);
    });
    this.#serve(second, addMinutes(accepted, 5), 60);
  }

  /** Plan the visit of a repair; after a few repairs the same fault comes back. */
  #serve(one: Case, ready: string, minutes: number): void {
    const comesBack = this.#book.chance.percent(COMES_BACK);
    const task: Task = { kind: 'repair', remedy: one.remedy! };
    const over = (done: string): void => {
      if (comesBack && !one.again) this.#comesBack(one, done);
    };
    const isUrgent = ['critical', 'safety'].includes(String(one.draft?.urgency));
    this.#book.serve(one, ready, { minutes, task, machines: [one.machine], over, isUrgent });
  }

  /** Plan a call days after a repair, as the fault has come back; it is accepted at once. */
  #comesBack(first: Case, done: string): void {
    const { chance } = this.#book;
    const at = `${addDays(dayOf(done), chance.between(2, 21))} ${chance.pick(['09', '10', '14', '20'])}:${String(chance.between(10, 55))}:00`;
    if (!first.draft) return;
    const one: Case = { ...first, at, channel: 'phone', formId: undefined, orderId: undefined, again: true };
    const draft = { ...first.draft, alarmId: null, source: 'phone', expectDate: addDays(dayOf(at), 1) } as FormDraft;
    this.#book.at(one, at, 'as_cs', async (context) => {
      const form = await context.create(repairForm, {
        ...draft,
        description: `前不久修过，又出现同样的问题：${draft.description}`,
      });
      one.formId = form.id;
      await this.#accept(context, one);
    });
    this.#serve(one, addMinutes(at, 20), 60);
  }
}
