import { minuteWords } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { counted } from '#kernel/language/plural.ts';
import type { Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { delay } from '../delay/delay.paper.ts';
import { isLong } from '#business/scheduling/leave/leave-length.server.ts';
import { leaveForm } from '#business/scheduling/leave/leave-form.paper.ts';
import { notifyStaff, todoDone } from '#business/messaging/notify.service.ts';
import type { EventCatalogue } from '#business/messaging/event-catalogue.server.ts';

const spanWords = ({ startTime, endTime }: { startTime: string; endTime: string }): Label => {
  const [from, to] = [minuteWords(startTime), minuteWords(endTime)];
  return [`${from[0]} 至 ${to[0]}`, `${from[1]} to ${to[1]}`];
};

/** Append a person's note to both languages of a text. */
const withNote = ([zh, en]: Label, note: string | null): Label => [`${zh} ${note ?? ''}`, `${en} ${note ?? ''}`];

const PASSED: Label = ['已通过', 'approved'];
const REFUSED: Label = ['已驳回', 'turned down'];

async function requested(context: Context, id: string, happened: string): Promise<void> {
  const of = await context.get(leaveForm, id);
  if (of.approveStatus !== 'pending') return;
  const who = await context.get(technician, of.technicianId);
  const span = spanWords(of);
  const clash: Label = of.conflictCount
    ? [`，${of.conflictCount}个冲突任务`, `, ${counted(of.conflictCount, 'conflicting visit')}`]
    : ['', ''];
  const long = await isLong(context, of);
  await context.call(notifyStaff, {
    event: 'leaveToJudge',
    to: long ? { roles: ['as_manager'] } : { roles: ['as_leader'], team: who.customerServiceTeam },
    title: [`请假待审批:${who.realName}`, `Leave to approve: ${who.realName}`],
    content: [`${span[0]}${clash[0]}`, `${span[1]}${clash[1]}`],
    bizType: 'leave',
    bizId: id,
    bizNo: of.leaveNo,
    todo: true,
    dueTime: of.startTime,
    again: happened,
  });
}

const decided =
  (words: Label) =>
  async (context: Context, id: string, happened: string): Promise<void> => {
    await context.call(todoDone, { bizId: id });
    const of = await context.get(leaveForm, id);
    const who = await context.get(technician, of.technicianId);
    const about = {
      event: 'leaveDecided',
      title: [`请假${words[0]}:${who.realName}`, `Leave ${words[1]}: ${who.realName}`],
      content: withNote(spanWords(of), of.approveNote),
      bizType: 'leave',
      bizId: id,
      bizNo: of.leaveNo,
      again: happened,
    } as const;
    await context.call(notifyStaff, { ...about, to: { technicians: [of.technicianId] } });
    await context.call(notifyStaff, { ...about, to: { roles: ['as_dispatcher'], team: who.customerServiceTeam } });
  };

async function putOff(context: Context, id: string, happened: string): Promise<void> {
  const of = await context.get(delay, id);
  if (of.approveStatus !== 'pending') return;
  const who = await context.get(technician, must(of.technicianId, 'technicianId'));
  const to = minuteWords(of.newTime);
  await context.call(notifyStaff, {
    event: 'delayToJudge',
    to: { roles: ['as_dispatcher', 'as_leader'], team: who.customerServiceTeam },
    title: [`延期待审批:${of.customerName ?? ''}`, `Delay to approve: ${of.customerName ?? ''}`],
    content: [`改到 ${to[0]}，${of.reasonDetail}`, `To ${to[1]}: ${of.reasonDetail}`],
    bizType: 'delay',
    bizId: id,
    bizNo: of.delayNo,
    todo: true,
    dueTime: of.oldTime,
    again: happened,
  });
}

const delayDecided =
  (words: Label) =>
  async (context: Context, id: string, happened: string): Promise<void> => {
    await context.call(todoDone, { bizId: id });
    const of = await context.get(delay, id);
    await context.call(notifyStaff, {
      event: 'delayDecided',
      to: { technicians: [must(of.technicianId, 'technicianId')] },
      title: [`延期${words[0]}:${of.customerName ?? ''}`, `Delay ${words[1]}: ${of.customerName ?? ''}`],
      content: withNote(minuteWords(of.newTime), of.approveNote),
      bizType: 'delay',
      bizId: id,
      bizNo: of.delayNo,
      again: happened,
    });
  };

const dropped = (context: Context, id: string): Promise<void> => context.call(todoDone, { bizId: id });

/** Handlers of events of leave and delays, by name of the event. */
export const absenceEvents: EventCatalogue = {
  'leaveForm.submit': requested,
  'leaveForm.approve': decided(PASSED),
  'leaveForm.reject': decided(REFUSED),
  'leaveForm.cancel': decided(['已撤销或提前结束', 'withdrawn or ended early']),
  'delay.submit': putOff,
  'delay.approve': delayDecided(PASSED),
  'delay.reject': delayDecided(REFUSED),
  'delay.cancel': dropped,
};
