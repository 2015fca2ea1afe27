import { addDays, englishDay } from '#kernel/language/days.ts';
import type { Context, TimedSteps } from '#kernel/server';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import { oldPartTerms } from '../apply/old-parts.server.ts';
import { OWED, dueDayOf } from './owed-parts.server.ts';

interface Due {
  readonly technicianId: string;
  readonly completionId: string;
  readonly completionNo: string;
  readonly since: string;
  readonly qty: string;
}

/** Return the technicians who owe old parts since before a day, each with the oldest completion. */
const dueBefore = (context: Context, day: string): Promise<Due[]> =>
  context.sql.query<Due>(
    `select w.technician_id::text as "technicianId", (array_agg(o.completion_id order by o.submit_time, o.id))[1]::text as "completionId", (array_agg(o.completion_no order by o.submit_time, o.id))[1] as "completionNo",
      min(o.submit_time)::date::text as since, sum(o.qty - o.accepted)::text as qty from (${OWED}) o join ${warehouseFacts} w on w.tenant_id = $1 and w.id = o.warehouse_id and w.technician_id is not null
    where o.qty > o.accepted and o.submit_time::date < $2::date group by w.technician_id order by w.technician_id limit 1000`,
    [context.tenantId, day],
  );

/** Ask technicians for overdue old parts, once for each oldest day. */
export async function oldPartsDue({ step }: TimedSteps): Promise<void> {
  await step(async (context) => {
    const { days } = await oldPartTerms(context);
    for (const one of await dueBefore(context, addDays(context.today(), -days))) {
      const due = dueDayOf(one.since, days);
      await context.call(notifyStaff, {
        event: 'oldPartDue',
        to: { technicians: [one.technicianId] },
        title: [`旧件逾期未返还:${quantityText(one.qty)} 件`, `Old parts overdue: ${quantityText(one.qty)}`],
        content: [`最早应于 ${due} 返还`, `The oldest were due on ${englishDay(due)}`],
        bizType: 'completion',
        bizId: one.completionId,
        bizNo: one.completionNo,
        todo: true,
        again: due,
      });
    }
  });
}
