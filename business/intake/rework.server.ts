import { dayOf, addDays } from '#business/masterdata/days.rules.ts';
import type { Reading } from '#kernel/server';

/** The registration that finished the same fault of the same machine a short while ago: what comes again is our own doing. */
export async function reworkOf(
  reading: Reading,
  equipmentId: string | null | undefined,
  faultCategory: string | null | undefined,
): Promise<{ id: string; no: string } | null> {
  if (!equipmentId || !faultCategory) return null;
  const days = Number(await reading.parameter('as.rework.days')) || 30;
  const since = addDays(dayOf(reading.now()), -days);
  const [found] = await reading.sql.query<{ id: string; no: string }>(
    `select r.id::text as id, r.registration_no as no from asregistrationequipment e join asregistrationform r on r.id = e.registration_form_id and r.tenant_id = e.tenant_id
     where e.tenant_id = $1 and e.equipment_id = $2 and e.is_deleted = 0 and r.is_deleted = 0 and r.fault_category = $3 and r.finish_time >= $4
     order by r.finish_time desc limit 1`,
    [reading.tenantId, equipmentId, faultCategory, `${since} 00:00:00`],
  );
  return found ?? null;
}
