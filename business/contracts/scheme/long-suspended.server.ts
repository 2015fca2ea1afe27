import { addDays, englishDay } from '#kernel/language/days.ts';
import type { TimedSteps } from '#kernel/server';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { scheme } from './scheme.paper.ts';

/** Days of suspension after which somebody decides about a contract. */
const LONG_DAYS = 180;

/** Nightly: one to-do for each contract that is suspended for half a year, for those who resume or terminate it. */
export async function tellOfLongSuspended({ step, each }: TimedSteps): Promise<void> {
  const due = await step((context) =>
    context.sql.query<{ id: string }>(
      `select s.id::text as id from asscheme s where s.tenant_id = $1 and s.is_deleted = 0 and s.scheme_status = 'suspended' and s.suspend_time < $2::date order by s.id limit 5000`,
      [context.tenantId, addDays(context.today(), 1 - LONG_DAYS)],
    ),
  );
  await each(
    due.map(({ id }) => id),
    async (context, id) => {
      const [of] = await context.lockRows(scheme, [id]);
      if (of.schemeStatus !== 'suspended' || !of.suspendTime) return;
      const since = of.suspendTime.slice(0, 10);
      await context.call(notifyStaff, {
        event: 'planTodo',
        to: { roles: ['as_cs_lead'] },
        title: [`方案已暂停半年:${of.schemeNo}`, `Contract suspended for half a year: ${of.schemeNo}`],
        content: [
          `${of.customerName ?? ''}，${since} 起暂停，请决定恢复或终止`,
          `${of.customerName ?? ''}, suspended since ${englishDay(since)}: resume or terminate it`,
        ],
        bizType: 'scheme',
        bizId: of.id,
        bizNo: of.schemeNo,
        todo: true,
        again: since,
      });
    },
  );
}
