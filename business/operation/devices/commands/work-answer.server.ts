import { answering } from '#kernel/server';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';
import { suppressionFacts } from '#business/iot/alarms/suppression/suppression-facts.relation.ts';
import { workInHomes } from '#business/iot/commands/work-in-homes.service.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

/**
 * Answers the question for technicians at work: their visit is `working`, and suppresses the alarms of the home from
 * its arrival on.
 */
export const workAnswer = answering(workInHomes, async ({ sql, tenantId }, { householdIds }) => {
  const rows = await sql.query<{ home: string; userId: string }>(
    `select s.household_id::text as home, w.user_id::text as "userId" from ${suppressionFacts} s
     join ${visitFacts} v on v.tenant_id = s.tenant_id and v.id = s.source_id and v.task_status = 'working' and v.is_deleted = 0
     join ${technicianFacts} w on w.tenant_id = v.tenant_id and w.id = v.technician_id
     where s.tenant_id = $1 and s.household_id = any($2::bigint[]) and s.enabled and s.source_id is not null and s.is_deleted = 0`,
    [tenantId, householdIds],
  );
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ home }) => home)].map(([home, some]) => [home, some.map(({ userId }) => userId)]),
  );
});
