import { addDays, dayOf } from '#kernel/language/days.ts';
import type { Reading } from '#kernel/server';

/**
 * Return the registration that recently finished the same fault of the same machine, which makes the new one rework;
 * null without one.
 */
export async function reworkOf(
  reading: Reading,
  equipmentId: string | null | undefined,
  faultCategory: string | null | undefined,
): Promise<{ id: string; no: string } | null> {
  if (!equipmentId || !faultCategory) return null;
  const days = Number(await reading.parameter('as.rework.days')) || 30;
  const since = addDays(dayOf(reading.now()), -days);
  const [found] = await reading.sql.query<{ id: string; no: string }>(
    `select r.id::text as id, r.registration_no as no from asregistrationform r
     where r.tenant_id = $1 and r.is_deleted = 0 and r.fault_category = $3 and r.finish_time >= $4
       and r.id = any(array(select e.registration_form_id from asregistrationequipment e where e.tenant_id = $1 and e.equipment_id = $2 and e.is_deleted = 0))
     order by r.finish_time desc limit 1`,
    [reading.tenantId, equipmentId, faultCategory, `${since} 00:00:00`],
  );
  return found ?? null;
}
