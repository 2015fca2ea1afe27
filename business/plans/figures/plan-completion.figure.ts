import { figure } from '#business/system/quality/figures/figure.server.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { sql } from '#kernel/server';
import { planOccurrence } from '../occurrence/plan-occurrence.paper.ts';

/** Share of planned visits that were done within their window, of those whose window ended. */
export const planCompletion = figure({
  name: 'planCompletion',
  label: ['计划完成率', 'Plan completion'],
  unit: 'percent',
  good: 1,
  least: 0.5,
  sort: 121,
  shown: ['tile', 'trend'],
  by: ['team'],
  den: 'count',
  sql: ({ tenantId, from, to }) =>
    sql`select t.window_to as day, coalesce(t.customer_service_team, '') as team, 0::bigint as technician_id, ''::text as repair_type,
      count(*) filter (where t.plan_status = 'done' and t.done_date <= t.window_to) as num, count(*) as den
    from asmaintain t where t.tenant_id = ${tenantId} and t.is_deleted = 0 and t.plan_status not in ('skipped', 'cancelled') and t.window_to between ${from}::date and ${to}::date group by 1, 2`,
  needs: [buttonOf(planOccurrence, 'view')],
});
