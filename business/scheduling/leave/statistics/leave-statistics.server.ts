import { isEmployedWithin } from '#business/masterdata/people/technician/employment.rules.ts';
import { behaviour, type Context, type WorkSteps } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { hoursOfTechnician } from '../../calendar.server.ts';
import { addDays, addMonths, dayOf } from '#kernel/language/days.ts';
import { leaveType } from '../../dictionaries.ts';
import { leaveForm } from '../leave-form.paper.ts';
import { leaveStatistics } from './leave-statistics.paper.ts';
import { boundsOf, monthOfLeave, monthsOf } from './statistics.rules.ts';

/** Compute the statistics of one technician and month again, and store them. */
async function reckon(context: Context, technicianId: string, month: string): Promise<void> {
  await context.lock(`leave statistics ${technicianId} ${month}`);
  const of = await context.get(technician, technicianId);
  const [from, to] = boundsOf(month);
  const leaves = (await context.find(leaveForm, { technicianId, approveStatus: 'approved' }, { limit: 1000 })).filter(
    (one) => one.startTime < to && one.endTime > from,
  );
  const { byType, ...counted } = monthOfLeave(
    month,
    leaves,
    await hoursOfTechnician(context, of, dayOf(from), addDays(dayOf(to), -1)),
    of.dailyCapacityMinutes,
  );
  const values = {
    ...counted,
    deptId: of.deptId,
    ...Object.fromEntries(Object.keys(leaveType.items).map((type) => [`${type}Hours`, byType[type] ?? '0.00'])),
  };
  const [row] = await context.find(leaveStatistics, { technicianId, month }, { first: 1 });
  if (row) await context.change(leaveStatistics, row.id, values);
  else await context.create(leaveStatistics, { technicianId, month, ...values });
}

/** Compute the months that a leave touches again, after its approval, cancellation or early end. */
export async function statisticsFollow(
  context: Context,
  technicianId: string,
  from: string,
  to: string,
): Promise<void> {
  for (const month of monthsOf(from, to)) await reckon(context, technicianId, month);
}

/** Compute the present and the last month of all employed technicians again, since the calendar may have changed. */
async function everybody({ step }: WorkSteps): Promise<void> {
  const { people, months } = await step(async (context) => ({
    people: (await context.find(technician, {}, { limit: 2000 })).filter((one) => one.status === 1),
    months: [addMonths(`${context.today().slice(0, 7)}-01`, -1).slice(0, 7), context.today().slice(0, 7)],
  }));
  for (const one of people)
    for (const month of months)
      if (isEmployedWithin(one, `${month}-01`, `${month}-31`)) await step((context) => reckon(context, one.id, month));
}

export default behaviour<typeof leaveStatistics>(leaveStatistics, {
  timed: { everybody: { cron: '15 0 * * *', work: everybody } },
});
