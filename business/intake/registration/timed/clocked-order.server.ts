import { answering, serving } from '#kernel/server';
import { holdOrder, promiseOfOrder, showClocks, teamOfClock } from '#business/scheduling/sla/clocked-order.service.ts';
import { repairForm } from '../../repair-form/repair-form.paper.ts';
import { registration } from '../registration.paper.ts';
import { slaClockFacts } from '#business/scheduling/sla/sla-clock-facts.relation.ts';

/** Services by which the service clocks reach the order or repair form for which they run. */
export const clockServices = [
  serving(holdOrder, async (context, { orderId }) => {
    await context.lockRows(registration, [orderId]);
  }),
  answering(promiseOfOrder, async (reading, { orderId }) => (await reading.get(registration, orderId)).promiseTo),
  serving(showClocks, async (context, { orderId, live, worstFirst }) => {
    await context.sql.query(
      `update ${registration.table} r set sla_due = c.due, sla_state = c.state from (
      select min(due_time) filter (where met_time is null and sla_state = any($3::text[])) as due, (array_agg(sla_state order by array_position($4::text[], sla_state)) filter (where sla_state <> 'cancelled'))[1] as state
      from ${slaClockFacts} where tenant_id = $1 and biz_type = 'registration' and biz_id = $2 and is_deleted = 0) c
    where r.tenant_id = $1 and r.id = $2 and (r.sla_due is distinct from c.due or r.sla_state is distinct from c.state)`,
      [context.tenantId, orderId, live, worstFirst],
    );
  }),
  answering(teamOfClock, async (reading, { bizType, bizId }) => {
    const [of] =
      bizType === 'repair'
        ? await reading.find(repairForm, { id: bizId }, { first: 1 })
        : await reading.find(registration, { id: bizId }, { first: 1 });
    return of?.customerServiceTeam ?? null;
  }),
];
