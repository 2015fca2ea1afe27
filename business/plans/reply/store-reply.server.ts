import { must } from '#kernel/language/must.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { timeSlot } from '#business/customers/dictionaries.ts';
import { notifyStaff, todoDone } from '#business/messaging/notify.service.ts';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';
import { schemePush } from '../push/log/scheme-push.paper.ts';
import { refuse } from '../refusals.ts';
import type { Occurrence } from '../occurrence/register.server.ts';
import { daysToChoose, planStageOf } from './plan-page.server.ts';
import { type PlanReply, REPLIES } from './plan-page.rules.ts';

/** Values that a reply stores. */
type Reply = Pick<Occurrence, 'customerReply' | 'expectDate' | 'expectSlot' | 'replyTime'>;

const TITLES: Readonly<Record<Exclude<PlanReply, 'agree'>, Label>> = {
  later: ['客户想另约保养', 'A customer wishes another time'],
  refuse: ['客户这次不做保养', 'A customer does not want this visit'],
  wrong: ['客户说保养信息不对', 'A customer says that the data of a visit is wrong'],
};

/** Ask customer service to call a customer whose reply books nothing. An earlier to-do about the visit is done. */
async function askForCall(context: Context, row: Occurrence, reply: PlanReply): Promise<void> {
  await context.call(todoDone, { bizId: row.id, event: 'planTodo' });
  if (reply === 'agree') return;
  const [zh, en] = TITLES[reply];
  const customer = row.customerName ?? '';
  await context.call(notifyStaff, {
    event: 'planTodo',
    to: { roles: ['as_cs'], team: row.customerServiceTeam },
    title: [`${zh}:${customer}`, `${en}: ${customer}`],
    content: [
      `计划 ${row.planNo}，原定 ${row.planDate}，请联系客户`,
      `Plan ${row.planNo}, planned for ${row.planDate}: call the customer`,
    ],
    bizType: 'plan',
    bizId: row.id,
    bizNo: row.planNo,
    todo: true,
    again: context.now(),
  });
}

/** Return the values of a reply. Refuse a day that the page does not offer. */
async function valuesOf(
  context: Context,
  row: Occurrence,
  { reply, day, slot }: { readonly reply: PlanReply; readonly day: string; readonly slot: string },
): Promise<Reply> {
  const replyTime = context.now();
  if (reply !== 'agree') return { customerReply: reply, expectDate: null, expectSlot: null, replyTime };
  const isOffered = (await daysToChoose(context, row)).includes(day) && Object.hasOwn(timeSlot.items, slot);
  if (!isOffered) throw refuse.replyDayWrong();
  return { customerReply: reply, expectDate: day, expectSlot: slot as Occurrence['expectSlot'], replyTime };
}

/** Return the state of a visit after a reply: an agreed day books it, any other reply takes a booking back. */
function stateAfter({ planStatus, pushCount }: Occurrence, reply: PlanReply): Occurrence['planStatus'] {
  if (reply === 'agree') return 'booked';
  if (planStatus !== 'booked') return planStatus;
  return (pushCount ?? 0) > 0 ? 'pushed' : 'planned';
}

/** Messages about a visit of which a reply marks the newest as read. */
const MAX_PUSHES = 50;

/** Mark the messages about a visit as read: their customer replied by the link in one of them. */
async function markRead(context: Context, planId: string): Promise<void> {
  const sent = await context.find(schemePush, { planId, pushStatus: 'sent' }, { first: MAX_PUSHES });
  const rows = await context.lockRows(
    schemePush,
    sent.map(({ id }) => id),
  );
  await context.touch(
    schemePush,
    rows
      .filter(({ pushStatus, pushChannel }) => pushStatus === 'sent' && pushChannel !== 'todo')
      .map(({ id }) => ({ id, pushStatus: 'read' as const, readTime: context.now() })),
  );
}

/**
 * Store the reply of a customer to a planned visit. The last reply counts: until the end of the window, and until the
 * visit has a work order. Contracts are locked before their visits.
 */
export async function storeReply(
  context: Context,
  id: string,
  { reply: sent, day, slot }: Readonly<Record<string, string>>,
): Promise<void> {
  const { schemeId } = await context.get(planOccurrence, id);
  const [of] = await context.lockRows(scheme, [schemeId]);
  const [row] = await context.lockRows(planOccurrence, [id]);
  const reply = REPLIES.find((one) => one === sent);
  if (!reply || planStageOf(must(row, 'row'), of, context.today()) !== 'open') throw refuse.replyClosed();
  const values = await valuesOf(context, row, { reply, day, slot });
  const to = stateAfter(row, reply);
  if (to === row.planStatus) await context.change(planOccurrence, id, values, ['客户答复', 'Reply of the customer']);
  else await context.move(planOccurrence, id, to, 'reply', values);
  await markRead(context, id);
  await askForCall(context, row, reply);
}
