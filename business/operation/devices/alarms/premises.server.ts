import { answering } from '#kernel/server';
import { premisesOfHomes } from '#business/iot/alarms/raise/premises-of-homes.service.ts';

/** Answers the question for the premises of homes, from their addresses. */
export const premisesAnswer = answering(premisesOfHomes, async ({ sql, tenantId }, { householdIds }) => {
  const rows = await sql.query<{ id: string; premisesId: string | null }>(
    `select h.id::text as id, a.premises_id::text as "premisesId" from op_household h
     join op_room_address a on a.tenant_id = h.tenant_id and a.id = h.room_address_id where h.tenant_id = $1 and h.id = any($2::bigint[])`,
    [tenantId, householdIds],
  );
  return Object.fromEntries(rows.map((one) => [one.id, one.premisesId]));
});
