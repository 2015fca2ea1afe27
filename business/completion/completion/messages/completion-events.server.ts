import { must } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import type { Row } from '#kernel/language/paper.ts';
import { completion } from '../completion.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { notifyCustomer, notifyStaff, todoDone } from '#business/messaging/notify.service.ts';
import type { EventCatalogue } from '#business/messaging/event-catalogue.server.ts';

type Completion = Row<typeof completion>;

const orderOf = (context: Context, of: Completion): Promise<Row<typeof registration>> =>
  context.get(registration, must(of.registrationFormId, 'registrationFormId'));

/**
 * Return a warning for the leader if telemetry does not confirm the work. The reason may be missing, because a phone
 * without network does not request one.
 */
const withoutTelemetry = ({ telemetryState, telemetryReason }: Completion): string =>
  telemetryState === 'unconfirmed' ? `遥测未确认：${telemetryReason || '没有写原因，填写时可能没有网络'}` : '';

/**
 * Notify the leader to check the completion, and the customer of work and price. The to-do is stored at the visit, so
 * that confirming the visit completes it.
 */
async function submitted(context: Context, id: string): Promise<void> {
  const of = await context.get(completion, id);
  await context.call(todoDone, { bizId: id });
  if (of.completeStatus !== 'submitted') return;
  const order = await orderOf(context, of);
  const nth = String(of.submitCount ?? 1);
  await context.call(notifyStaff, {
    event: 'completionSubmitted',
    to: { roles: ['as_leader'], team: order.customerServiceTeam },
    title: ['完工待确认', 'Completion to confirm'],
    content: [`${of.customerName ?? ''} ${of.maintenanceContent}`, withoutTelemetry(of)].filter(Boolean).join('；'),
    bizType: 'task',
    bizId: of.dispatchListId,
    bizNo: of.completionNo,
    todo: true,
    again: nth,
  });
  await context.call(notifyCustomer, {
    scene: 'finish',
    customerId: order.customerId,
    phone: order.phone,
    bizType: 'completion',
    bizId: id,
    variables: { name: order.customerName, no: order.registrationNo, amount: of.receivableAmount ?? '0.00' },
  });
}

async function toCorrect(context: Context, id: string, happened: string): Promise<void> {
  const of = await context.get(completion, id);
  await context.call(todoDone, { bizId: of.dispatchListId });
  await context.call(notifyStaff, {
    event: 'sentBack',
    to: { technicians: [must(of.technicianId, 'technicianId')] },
    title: ['完工单退回重填', 'Completion sent back to correct'],
    content: of.backReason ?? '',
    bizType: 'completion',
    bizId: id,
    bizNo: of.completionNo,
    todo: true,
    again: happened,
  });
  const order = await orderOf(context, of);
  await context.call(notifyStaff, {
    event: 'sentBack',
    to: { roles: ['as_leader'], team: order.customerServiceTeam },
    title: [`完工单退回重填:${of.customerName ?? ''}`, `Completion sent back to correct: ${of.customerName ?? ''}`],
    content: of.backReason ?? '',
    bizType: 'completion',
    bizId: id,
    bizNo: of.completionNo,
    again: happened,
  });
}

async function again(context: Context, id: string): Promise<void> {
  const of = await context.get(completion, id);
  const order = await orderOf(context, of);
  await context.call(todoDone, { bizId: of.dispatchListId });
  const about = {
    event: 'redo',
    title: ['完工退回重办', 'The job is to be done again'],
    content: `${order.customerName} ${order.address}`,
    bizType: 'completion',
    bizId: id,
    bizNo: of.completionNo,
  } as const;
  await context.call(notifyStaff, { ...about, to: { technicians: [must(of.technicianId, 'technicianId')] } });
  await context.call(notifyStaff, { ...about, to: { roles: ['as_leader'], team: order.customerServiceTeam } });
  await context.call(notifyCustomer, {
    scene: 'redo',
    customerId: order.customerId,
    phone: order.phone,
    bizType: 'completion',
    bizId: id,
    variables: { name: order.customerName, no: order.registrationNo },
  });
}

async function passed(context: Context, id: string): Promise<void> {
  const of = await context.get(completion, id);
  for (const bizId of [id, of.dispatchListId]) await context.call(todoDone, { bizId });
}

/** Handlers of events of completions, by name of the event. */
export const completionEvents: EventCatalogue = {
  'completion.submit': submitted,
  'completion.finish': submitted,
  'completion.refill': toCorrect,
  'completion.sendBack': toCorrect,
  'completion.redo': again,
  'completion.pass': passed,
};
