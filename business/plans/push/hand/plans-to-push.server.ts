import { daysBetween } from '#kernel/language/days.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { type Reading, raw, sql } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { CAN_BE_OVERDUE, OPEN_VISITS } from '../../occurrence/load.server.ts';
import { planOccurrence } from '../../occurrence/plan-occurrence.paper.ts';
import type { plansToPush } from '../log/scheme-push.calls.ts';

/** Facts of a contract beside its visit. */
interface Beside {
  readonly canBeOverdue: boolean;
  readonly id: string;
  readonly schemeNo: string;
  readonly lastVisit: string | null;
  readonly visitsLeft: number;
  readonly total: number;
}

/** Return planned visits that are due in a range, with what their contract still has. */
export async function readPlansToPush(
  reading: Reading,
  { current, size, from, to, team, schemeType, premisesId, planStatus, overdue }: CallInputOf<typeof plansToPush>,
): Promise<CallAnswer<typeof plansToPush>> {
  await reading.assertRight(planOccurrence, 'view');
  const visible = reading.visible(planOccurrence);
  const found = await reading.sql.query<Beside>(
    sql`select t.id::text as id, s.scheme_no as "schemeNo", s.times_total - coalesce(s.times_used, 0) - coalesce(s.times_locked, 0) as "visitsLeft", ${raw(CAN_BE_OVERDUE)} as "canBeOverdue", count(*) over ()::int as total,
      (select to_char(max(d.done_date), 'YYYY-MM-DD') from asmaintain d where d.tenant_id = t.tenant_id and d.scheme_id = t.scheme_id and d.is_deleted = 0) as "lastVisit"
    from asmaintain t join ${schemeFacts} s on s.tenant_id = t.tenant_id and s.id = t.scheme_id
    where ${await visible.sql()} and t.plan_date >= coalesce(${from}::date, '-infinity') and t.plan_date <= coalesce(${to}::date, 'infinity')
      and coalesce(t.customer_service_team = ${team}::text, ${team === null}) and coalesce(s.scheme_type_id = ${schemeType}::bigint, ${schemeType === null})
      and coalesce(t.premises_id = ${premisesId}::bigint, ${premisesId === null}) and coalesce(t.plan_status = ${planStatus}::text, t.plan_status in ${raw(OPEN_VISITS)})
      and (not ${overdue === true}::boolean or t.window_to < ${reading.today()}::date and ${raw(CAN_BE_OVERDUE)})
    order by t.plan_date, t.id limit ${size} offset ${(current - 1) * size}`,
  );
  const rows = new Map(
    (await reading.find(planOccurrence, { id: found.map(({ id }) => id) }, { limit: found.length || 1 })).map((row) => [
      row.id,
      row,
    ]),
  );
  const total = found[0]?.total ?? 0;
  return {
    records: found.flatMap(({ id, schemeNo, lastVisit, visitsLeft, canBeOverdue }) => {
      const row = rows.get(id);
      if (!row) return [];
      const overdueDays = canBeOverdue && row.windowTo ? Math.max(0, daysBetween(row.windowTo, reading.today())) : 0;
      return [
        visible.present({
          id: row.id,
          planNo: row.planNo,
          schemeId: row.schemeId,
          schemeName: row.schemeName,
          customerId: row.customerId,
          customerName: row.customerName,
          phone: row.phone,
          premisesId: row.premisesId,
          customerServiceTeam: row.customerServiceTeam,
          occurrenceNo: row.occurrenceNo,
          content: row.content,
          planDate: row.planDate,
          windowFrom: row.windowFrom,
          windowTo: row.windowTo,
          planStatus: row.planStatus,
          pushCount: row.pushCount,
          lastPushTime: row.lastPushTime,
          customerReply: row.customerReply,
          expectDate: row.expectDate,
          overdueDays,
          schemeNo,
          lastVisit,
          visitsLeft,
        }),
      ];
    }),
    ...{ total, size, current, pages: Math.ceil(total / size) },
  };
}
