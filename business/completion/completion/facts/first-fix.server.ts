import type { WorkSteps } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { completion } from '../completion.paper.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { registrationEquipmentFacts } from '#business/intake/registration/registration-equipment-facts.relation.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';

/**
 * SQL of first-time fixes that did not last. A rework order followed, or a fault of the same class at the same machine
 * within `$3` days. Completions may be confirmed late, so twice these days are searched.
 */
const CAME_BACK = `select c.id::text as id from ascompletionregistration c
  where c.tenant_id = $1 and c.is_deleted = 0 and c.first_fix and c.confirm_time > $2::timestamptz - make_interval(days => 2 * $3::int)
    and (exists (select 1 from ${registrationFacts} w where w.tenant_id = c.tenant_id and w.source_registration_id = c.registration_form_id and w.is_rework and w.is_deleted = 0
      and w.register_status <> 'cancelled' and w.create_time > c.end_time)
    or exists (select 1 from ${registrationEquipmentFacts} e join ${registrationEquipmentFacts} o on o.tenant_id = e.tenant_id and o.equipment_id = e.equipment_id and o.is_deleted = 0
      join ${registrationFacts} r on r.id = o.registration_form_id where e.tenant_id = c.tenant_id and e.registration_form_id = c.registration_form_id and e.is_deleted = 0 and r.is_deleted = 0
      and r.id <> c.registration_form_id and r.register_status <> 'cancelled' and r.fault_category = c.fault_category and r.create_time > c.end_time and r.create_time < c.end_time + make_interval(days => $3::int)))`;

/** Days over which the rate of first-time fixes is computed. */
const RATED_DAYS = 90;
const RATES = `select t.id::text as id, r.rate::text as rate from ${technicianFacts} t left join (
    select c.technician_id, round(avg(c.first_fix::int), 4) as rate from ascompletionregistration c where c.tenant_id = $1 and c.is_deleted = 0 and c.complete_status = 'confirmed' and c.receipts_type in ('repair', 'complaint') and c.first_fix is not null
      and c.confirm_time > $2::timestamptz - interval '${RATED_DAYS} days' group by 1) r on r.technician_id = t.id
  where t.tenant_id = $1 and t.is_deleted = 0 and t.first_fix_rate is distinct from r.rate order by t.id`;

/** Store the rate of first-time fixes of each technician for whom it has changed. */
async function rate({ step }: WorkSteps): Promise<void> {
  const rated = await step((context) =>
    context.sql.query<{ id: string; rate: string | null }>(RATES, [context.tenantId, context.now()]),
  );
  for (const one of rated)
    await step((context) =>
      context.change(technician, one.id, { firstFixRate: one.rate }, ['一次修复率', 'First-time fix rate']),
    );
}

/** Unmark first-time fixes whose fault came back, and compute the rates of technicians again. */
export async function recountFirstFix(steps: WorkSteps): Promise<void> {
  const { step } = steps;
  const back = await step(async (context) =>
    context.sql.query<{ id: string }>(CAME_BACK, [
      context.tenantId,
      context.now(),
      Number(await context.parameter('as.rework.days')) || 30,
    ]),
  );
  for (const { id } of back)
    await step((context) =>
      context.change(completion, id, { firstFix: false }, [
        '同一设备同类故障再次报修',
        'The same fault of the same machine was reported again',
      ]),
    );
  await rate(steps);
}
