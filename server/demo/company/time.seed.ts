import type { Draft } from '#kernel/language/paper.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { smsTemplate } from '#business/messaging/sms/sms-template.paper.ts';
import { calendarDay } from '#business/scheduling/calendar-day.paper.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { slaPolicy } from '#business/scheduling/sla/sla-policy.paper.ts';
import { Chance, type DemoWorld, twoDigits } from '#business/system/seed/demo-world.seed.ts';
import { specialDays2026 } from './holidays.ts';
import type { Crewman } from './people.seed.ts';

type Policy = Draft<typeof slaPolicy>;
type Template = Draft<typeof smsTemplate>;

/** What the company promises: business minutes by kind of clock; what is urgent takes half. */
const targets: readonly (readonly [
  kind: Policy['slaKind'],
  name: string,
  minutes: number,
  start: string,
  end: string,
])[] = [
  ['response', '受理响应', 30, '08:00', '20:00'],
  ['appoint', '预约', 120, '08:30', '17:30'],
  ['arrive', '到达', 540, '08:30', '17:30'],
  ['finish', '完工', 1620, '08:30', '17:30'],
];
const halves: readonly (readonly [NonNullable<Policy['urgency']>, string, number])[] = [
  ['high', '紧急', 2],
  ['critical', '特急', 4],
  ['safety', '安全隐患', 4],
];

/** The calendar and the promises, before the first call comes in. */
export async function seedTime(world: DemoWorld): Promise<void> {
  await world.as('as_admin', `${addDays(world.today, -400)} 09:00:00`, async (context) => {
    for (const { day, kind, name } of specialDays2026)
      await context.create(calendarDay, { calendarDate: day, dayKind: kind, dayName: name });
    for (const [slaKind, name, targetMinutes, calendarStart, calendarEnd] of targets) {
      const policy = { slaKind, warnPercent: 80, calendarStart, calendarEnd, weekendCount: true, priority: 0 };
      await context.create(slaPolicy, { ...policy, policyName: `${name}（一般）`, targetMinutes });
      for (const [urgency, words, by] of halves)
        await context.create(slaPolicy, {
          ...policy,
          policyName: `${name}(${words})`,
          urgency,
          targetMinutes: Math.round(targetMinutes / by),
          priority: by,
        });
    }
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

/** The words to customers: in use from now on, so that nothing of the past is sent to anybody. */
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

const reasons = [
  '回老家办事',
  '家中老人住院',
  '身体不适，就医',
  '孩子家长会',
  '驾照审验',
  '参加厂家培训',
  '年休假',
] as const;

/** Leave of half a year: judged where it lies behind, some to come, one to be judged. What a visit stands in the way of stays pending. */
export async function seedLeave(world: DemoWorld, crew: readonly Crewman[]): Promise<void> {
  const chance = new Chance(world.random);
  for (let nth = 0; nth < 24; nth += 1) {
    const man = crew[(nth * 5 + 3) % crew.length];
    const day = addDays(world.today, nth < 18 ? -chance.between(3, 150) : chance.between(1, 9));
    const length = chance.pick([0, 0, 0, 1, 2]);
    const asked = nth < 18 ? `${addDays(day, -2)} 16:${twoDigits(chance.between(0, 59))}:00` : world.now;
    const draft = {
      technicianId: man.id,
      leaveType: chance.pick(['annual', 'sick', 'personal', 'personal', 'lieu', 'training'] as const),
      startTime: `${day} ${chance.percent(25) ? '13:00' : '08:30'}:00`,
      endTime: `${addDays(day, length)} 17:30:00`,
      reason: chance.pick(reasons),
    };
    try {
      const { id } = await world.as('as_hr', asked, (context) => context.submit(leaveForm, draft));
      if (nth < 22)
        await world.as(
          'as_manager',
          nth < 18 ? `${addDays(day, -1)} 10:${twoDigits(chance.between(0, 59))}:00` : world.now,
          (context) => context.act(leaveForm, id, 'approve', { note: '同意' }),
        );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
