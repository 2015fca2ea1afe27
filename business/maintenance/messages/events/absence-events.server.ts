import type { Context } from '#kernel/server/context.ts';
import { technician } from '../../people/technician/technician.paper.ts';
import { delay } from '../../time/delay/delay.paper.ts';
import { isLong } from '../../time/leave/leave-conflicts.server.ts';
import { leaveForm } from '../../time/leave/leave-form.paper.ts';
import { tellStaff, todoDone } from '../tell.service.ts';
import type { Events } from './event.ts';

async function asked(context: Context, id: string, happened: string): Promise<void> {
  const of = await context.get(leaveForm, id);
  if (of.approveStatus !== 'pending') return;
  const who = await context.get(technician, of.technicianId);
  const clash = of.conflictCount ? `，${of.conflictCount}个冲突任务` : '';
  const long = await isLong(context, of);
  await context.call(tellStaff, { event: 'leaveToJudge', to: long ? { roles: ['as_manager'] } : { roles: ['as_leader'], team: who.customerServiceTeam }, title: `请假待审批:${who.realName}`, content: `${of.startTime.slice(5, 16)} 至 ${of.endTime.slice(5, 16)}${clash}`, bizType: 'leave', bizId: id, bizNo: of.leaveNo, todo: true, dueTime: of.startTime, again: happened });
}

const decided = (words: string) => async (context: Context, id: string, happened: string): Promise<void> => {
  await context.call(todoDone, { bizId: id });
  const of = await context.get(leaveForm, id);
  const who = await context.get(technician, of.technicianId);
  const about = { event: 'leaveDecided', title: `请假${words}:${who.realName}`, content: `${of.startTime.slice(5, 16)} 至 ${of.endTime.slice(5, 16)} ${of.approveNote ?? ''}`, bizType: 'leave', bizId: id, bizNo: of.leaveNo, again: happened } as const;
  await context.call(tellStaff, { ...about, to: { technicians: [of.technicianId] } });
  await context.call(tellStaff, { ...about, to: { roles: ['as_dispatcher'], team: who.customerServiceTeam } });
};

async function putOff(context: Context, id: string, happened: string): Promise<void> {
  const of = await context.get(delay, id);
  if (of.approveStatus !== 'pending') return;
  const who = await context.get(technician, of.technicianId!);
  await context.call(tellStaff, { event: 'delayToJudge', to: { roles: ['as_dispatcher', 'as_leader'], team: who.customerServiceTeam }, title: `延期待审批:${of.customerName ?? ''}`, content: `改到 ${of.newTime.slice(5, 16)}，${of.reasonDetail}`, bizType: 'delay', bizId: id, bizNo: of.delayNo, todo: true, dueTime: of.oldTime, again: happened });
}

const delayDecided = (words: string) => async (context: Context, id: string, happened: string): Promise<void> => {
  await context.call(todoDone, { bizId: id });
  const of = await context.get(delay, id);
  await context.call(tellStaff, { event: 'delayDecided', to: { technicians: [of.technicianId!] }, title: `延期${words}:${of.customerName ?? ''}`, content: `${of.newTime.slice(5, 16)} ${of.approveNote ?? ''}`, bizType: 'delay', bizId: id, bizNo: of.delayNo, again: happened });
};

const dropped = (context: Context, id: string): Promise<void> => context.call(todoDone, { bizId: id });

/** Leave and delays. */
export const absenceEvents: Events = {
  'leaveForm.submit': asked, 'leaveForm.approve': decided('已通过'), 'leaveForm.reject': decided('已驳回'), 'leaveForm.cancel': decided('已撤销或提前结束'),
  'delay.submit': putOff, 'delay.approve': delayDecided('已通过'), 'delay.reject': delayDecided('已驳回'), 'delay.cancel': dropped,
};
