import type { Draft } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { smsTemplate } from '#business/messaging/sms/sms-template.paper.ts';
import { calendarDay } from '#business/scheduling/calendar-day.paper.ts';
import { addDays, daysFrom } from '#kernel/language/days.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { leaveOf } from '#business/scheduling/leave/leave-reasons.seed.ts';
import { slaPolicy } from '#business/scheduling/sla/sla-policy.paper.ts';
import { Chance, type DemoWorld, twoDigits } from '#business/system/seed/demo-world.seed.ts';
import { specialDays2026 } from './holidays.ts';
import type { Crewman } from './people.seed.ts';

type Policy = Draft<typeof slaPolicy>;
type Template = Draft<typeof smsTemplate>;

type Target = readonly [kind: Policy['slaKind'], name: string, minutes: number];

/** Return the hours of the day that count for this kind of SLA clock. */
const hours = (kind: Policy['slaKind']): Pick<Policy, 'calendarStart' | 'calendarEnd'> =>
  kind === 'response'
    ? { calendarStart: '08:00', calendarEnd: '20:00' }
    : { calendarStart: '08:30', calendarEnd: '17:30' };

/**
 * SLA targets in business minutes, by kind of clock, for orders whose type has none of its own. Urgent orders have a
 * half or a quarter of them.
 */
const targets: readonly Target[] = [
  ['response', '受理响应', 30],
  ['appoint', '预约', 120],
  ['arrive', '到达', 540],
  ['finish', '完工', 1620],
];
const halves: readonly (readonly [NonNullable<Policy['urgency']>, string, number])[] = [
  ['high', '紧急', 2],
  ['critical', '特急', 4],
  ['safety', '安全隐患', 4],
];
/** SLA targets of ordered work (days) and of installations (weeks), in business minutes. */
const planned: readonly Target[] = [
  ['appoint', '预约', 240],
  ['arrive', '到达', 6480],
  ['finish', '完工', 7560],
];
const installed: readonly Target[] = [
  ['appoint', '预约', 540],
  ['arrive', '到达', 16_200],
  ['finish', '完工', 18_900],
];
const byType: readonly (readonly [
  type: NonNullable<Policy['receiptsType']>,
  name: string,
  targets: readonly Target[],
])[] = [
  ['maintain', '保养', planned],
  ['clean', '清洗', planned],
  ['consumable', '耗材', planned],
  ['inspect', '检测', planned],
  ['training', '指导', planned],
  ['survey', '勘测', planned],
  ['install', '安装', installed],
];

/** Create the business calendar and the SLA policies, before the first call. */
export async function seedTime(world: DemoWorld): Promise<void> {
  await world.as('as_admin', `${addDays(world.today, -400)} 09:00:00`, async (context) => {
    for (const { day, kind, name } of specialDays2026)
      await context.create(calendarDay, { calendarDate: day, dayKind: kind, dayName: name });
    const add = (
      [slaKind, name, targetMinutes]: Target,
      more: Partial<Policy> & { words: string },
    ): Promise<unknown> => {
      const { words, ...rest } = more;
      const of = { slaKind, warnPercent: 80, ...hours(slaKind), weekendCount: true, priority: 0, targetMinutes };
      return context.create(slaPolicy, { ...of, policyName: `${name}（${words}）`, ...rest });
    };
    for (const one of targets) {
      await add(one, { words: '一般' });
      for (const [urgency, words, by] of halves)
        await add(one, { words, urgency, targetMinutes: Math.round(one[2] / by), priority: by });
    }
    for (const [receiptsType, words, all] of byType) for (const one of all) await add(one, { words, receiptsType });
  });
}

const templates: readonly (readonly [code: string, name: string, scene: Template['smsScene'], content: string])[] = [
  ['AJ_REPAIR', '报修受理', 'repair', '${name}您好，您的报修${no}已收到，客服将尽快与您联系。'],
  [
    'AJ_APPOINT',
    '预约确认',
    'appoint',
    '${name}您好，已与您约定${from}至${to}上门服务，单号${no}。如需改期请提前来电。',
  ],
  [
    'AJ_DEPART',
    '师傅出发',
    'depart',
    '${name}您好，服务师傅${technician}已出发，预计${eta}到达，单号${no}，请留意来电。',
  ],
  ['AJ_CODE', '验收码', 'code', '${name}您好，本次服务的验收码为${code}，请在服务满意后告知师傅。单号${no}。'],
  ['AJ_FINISH', '服务完成', 'finish', '${name}您好，单号${no}的服务已完成，应付金额${amount}元。感谢您的信任。'],
  ['AJ_DELAY', '改期通知', 'delay', '${name}您好，单号${no}的上门时间改为${from}，给您带来不便敬请谅解。'],
  ['AJ_URGE', '催单确认', 'urge', '${name}您好，您的催促${no}已收到，我们会尽快给您答复。'],
  ['AJ_ANSWER', '催单答复', 'answer', '${name}您好，您催促的事${no}：${result}'],
  [
    'AJ_REDO',
    '重新上门',
    'redo',
    '${name}您好，单号${no}需要再次上门处理，我们会尽快与您另约时间，给您带来不便敬请谅解。',
  ],
  ['AJ_PAY', '收款通知', 'pay', '${name}您好，单号${no}已收到您支付的${amount}元。'],
  ['AJ_COMMENT', '评价邀请', 'comment', '${name}您好，单号${no}的服务已结束，期待您的评价。'],
  ['AJ_CARE', '客户关怀', 'care', '${name}您好，换季将至，建议为您的舒适系统做一次保养，回复即可预约。拒收请回复R'],
];

/** Create the message templates. They come after all orders, so that no past event sends a message. */
export async function seedTemplates(world: DemoWorld): Promise<void> {
  await world.as('as_admin', `${addDays(world.today, -1)} 09:00:00`, async (context) => {
    for (const [templateCode, templateName, smsScene, content] of templates) {
      await context.submit(smsTemplate, {
        templateCode,
        templateName,
        smsScene,
        content,
        isMarketing: smsScene === 'care',
        auditStatus: 'pass',
        providerTemplateId: `SMS_${templateCode.slice(3)}`,
      });
    }
  });
}

/** Numbers of leaves in a whole company: those of thirteen weeks, coming ones, and requests that are not decided. */
const [PAST, COMING, OPEN] = [44, 4, 2];
const PAST_DAYS = 88;

/** A leave to request. `isPast`: it is in the past; `isJudged`: it is approved. */
export interface PlannedLeave {
  readonly man: Crewman;
  readonly day: string;
  /** All its days, the first included (`yyyy-MM-dd`). */ readonly days: readonly string[];
  readonly isPast: boolean;
  readonly isJudged: boolean;
}

/**
 * Return the leaves of the company. They are chosen before the visits, so that no technician has a visit during a
 * leave.
 */
export function planLeaves(world: DemoWorld, crew: readonly Crewman[]): PlannedLeave[] {
  const chance = new Chance(world.random);
  const past = Math.round(PAST * Math.min(1, world.months / 3));
  return Array.from({ length: past + COMING + OPEN }, (_, nth) => {
    const isPast = nth < past;
    const most = Math.max(4, Math.min(PAST_DAYS, Math.round(world.months * 30) - 2));
    const day = addDays(world.today, isPast ? -chance.between(3, most) : chance.between(2, 9));
    const length = chance.pick([1, 1, 1, 2, 3]);
    return {
      man: crew[(nth * 5 + 3) % crew.length],
      day,
      days: daysFrom(day, addDays(day, length - 1)),
      isPast,
      isJudged: nth < past + COMING,
    };
  });
}

/** Request the leaves, and approve all except the last ones, which stay undecided. */
export async function seedLeave(world: DemoWorld, leaves: readonly PlannedLeave[]): Promise<void> {
  const chance = new Chance(world.random);
  for (const { man, day, days, isPast, isJudged } of leaves) {
    const on = (ago: number, hour: number): string =>
      isPast ? `${addDays(day, -ago)} ${hour}:${twoDigits(chance.between(0, 59))}:00` : world.now;
    const draft = {
      technicianId: man.id,
      ...leaveOf(chance, ['annual', 'annual', 'sick', 'personal', 'personal', 'lieu', 'training']),
      startTime: `${day} 08:30:00`,
      endTime: `${days.at(-1) ?? day} 17:30:00`,
    };
    try {
      const { id } = await world.as('as_hr', on(2, 16), (context) => context.submit(leaveForm, draft));
      if (isJudged)
        await world.as('as_manager', on(1, 10), (context) => context.act(leaveForm, id, 'approve', { note: '同意' }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
