import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { metresBetween } from '../candidates/distance.rules.ts';
import { roadKm } from '../candidates/distance.rules.ts';
import type { visit } from './visit.paper.ts';
import { dayOf } from '#kernel/language/days.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { premisesFacts } from '#business/customers/premises-facts.relation.ts';

/**
 * Return the kilometres of the way to a visit. They count from the technician's visit before it on that day, else from
 * the start point. If a place is unknown, return the distance stored for the estate.
 */
export async function systemKm(
  context: Reading,
  of: Pick<AnsweredRow<typeof visit>, 'id' | 'registrationFormId' | 'technicianId' | 'arriveTime' | 'planStart'>,
): Promise<string | null> {
  const at = of.arriveTime || of.planStart;
  const order = await orderOf(context, of);
  const day = dayOf(at);
  const [before] = await context.sql.query<{ location: string | null }>(
    `select r.location[0] || ',' || r.location[1] as location from dispatchlist v join ${registrationFacts} r on r.id = v.registration_form_id
    where v.tenant_id = $1 and v.technician_id = $2 and v.id <> $3 and v.is_deleted = 0 and v.arrive_time >= ($4::date)::timestamptz and v.arrive_time < $5::timestamptz order by v.arrive_time desc limit 1`,
    [context.tenantId, of.technicianId, of.id, day, at],
  );
  const from = before?.location ?? (await context.get(technician, of.technicianId)).homeLocation;
  const metres = metresBetween(from, order.location);
  if (metres !== null) return roadKm(metres).toFixed(3);
  if (!order.premisesId) return null;
  const [estate] = await context.sql.query<{ km: string | null }>(
    `select base_distance_km::text as km from ${premisesFacts} where tenant_id = $1 and id = $2`,
    [context.tenantId, order.premisesId],
  );
  return estate?.km ?? null;
}
