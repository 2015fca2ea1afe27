import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Context } from '#kernel/server';
import { notifyStaff, todoDone } from '#business/messaging/notify.service.ts';
import type { remindToSign } from './remind.calls.ts';
import { wageSheet } from '../wage-sheet.paper.ts';
import { staffMessageFacts } from '#business/messaging/staff/staff-message-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

interface Unsigned {
  readonly id: string;
  readonly no: string;
  readonly period: string;
  readonly total: string;
  readonly technician: string;
  readonly account: string | null;
  readonly told: boolean;
}

/** Maximal number of sheets of one call. */
const MOST = 5000;

/** Remind people who have not signed, each once a day, of their oldest sheet. */
export async function remind(
  context: Context,
  { wagePeriod, ids }: CallInputOf<typeof remindToSign>,
): Promise<CallAnswer<typeof remindToSign>> {
  const seen = await context
    .visible(wageSheet, {
      query: { wageStatus: 'signing', ...(wagePeriod && { wagePeriod }), ...(ids.length && { id: ids }) },
    })
    .words({ limit: MOST });
  const sheets = await context.sql.query<Unsigned>(
    `select distinct on (t.technician_id) t.id::text as id, t.wage_no as no, t.wage_period as period, t.total_amount::text as total, t.technician_id::text as technician, p.user_id::text as account,
      exists (select 1 from ${staffMessageFacts} m where m.tenant_id = $1 and m.receiver_id = p.user_id and m.message_event = 'wageToSign' and m.create_time >= $3::date and m.is_deleted = 0) as told
    from aswagesheet t join ${technicianFacts} p on p.tenant_id = t.tenant_id and p.id = t.technician_id
    where t.tenant_id = $1 and t.id = any($2::bigint[]) order by t.technician_id, t.wage_period`,
    [context.tenantId, seen.map((one) => one.id), context.today()],
  );
  const due = sheets.filter((one) => one.account && !one.told);
  for (const sheet of due) {
    // Close the older to-do of the same sheet, so that the bell shows one.
    await context.call(todoDone, { bizId: sheet.id, event: 'wageToSign' });
    await context.call(notifyStaff, {
      event: 'wageToSign',
      to: { technicians: [sheet.technician] },
      title: [`请确认 ${sheet.period} 工资单`, `Please sign your payslip ${sheet.period}`],
      content: [`应发合计 ${sheet.total} 元，请确认或提出异议`, `CNY ${sheet.total} in all: sign it, or dispute it`],
      bizType: 'wage',
      bizId: sheet.id,
      bizNo: sheet.no,
      todo: true,
      again: `remind ${context.today()}`,
    });
  }
  return {
    told: due.length,
    already: sheets.filter((one) => one.account && one.told).length,
    withoutAccount: sheets.filter((one) => !one.account).length,
  };
}
