import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Reading } from '#kernel/server';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { planOccurrence } from '../plan-occurrence.paper.ts';
import type { visitsOfScheme } from './scheme-visits.calls.ts';

/** Return the planned visits of a contract that the person sees, with the work orders that serve them. */
export async function readVisitsOfScheme(
  reading: Reading,
  { schemeId }: CallInputOf<typeof visitsOfScheme>,
): Promise<CallAnswer<typeof visitsOfScheme>> {
  const { records: visits } = await reading.visible(planOccurrence).page({ schemeId, size: '400', ascs: 'planDate' });
  const ids = visits.flatMap((one) => one.registrationFormId || []);
  return {
    today: reading.today(),
    registerDays: Number(await reading.parameter('as.plan.registerDays')) || 21,
    visits,
    orders: await reading.sql.query<{ id: string; no: string; state: string }>(
      `select r.id::text as id, r.registration_no as no, r.register_status as state from ${registrationFacts} r where r.tenant_id = $1 and r.id = any($2::bigint[])`,
      [reading.tenantId, ids],
    ),
  };
}
