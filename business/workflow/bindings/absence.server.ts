import { type Reading, behaviour } from '#kernel/server';
import type { AssignedPerson } from '../engine/state/host.rules.ts';
import { refuse } from '../refusals.ts';
import { absence } from './absence.paper.ts';

/** Whoever is away now is replaced by who stands in for him, once: nobody stands in for a stand-in. */
export async function withStandIns(
  { sql, tenantId, now }: Pick<Reading, 'sql' | 'tenantId'> & { readonly now: string },
  people: readonly AssignedPerson[],
): Promise<AssignedPerson[]> {
  if (!people.length) return [];
  const rows = await sql.query<{ userId: string; delegateId: string }>(
    `select distinct on (a.user_id) a.user_id::text as "userId", a.delegate_id::text as "delegateId" from ${absence.table} a
     join blade_user u on u.tenant_id = $1 and u.id = a.delegate_id and u.is_deleted = 0 and u.status = 1
     where a.tenant_id = $1 and a.is_deleted = 0 and a.enabled and a.user_id = any($2::bigint[]) and a.start_time <= $3::timestamptz and a.end_time > $3::timestamptz
     order by a.user_id, a.start_time desc`,
    [tenantId, people.map((one) => one.userId), now],
  );
  const standIns = new Map(rows.map((row) => [row.userId, row.delegateId]));
  const found = people.map((one): AssignedPerson => {
    const standIn = standIns.get(one.userId);
    return standIn ? { userId: standIn, onBehalfOf: one.userId } : one;
  });
  return found.filter((one, at) => found.findIndex((other) => other.userId === one.userId) === at);
}

export default behaviour<typeof absence>(absence, {
  apart: true,
  async saving(_context, { before, values }) {
    const { userId, delegateId, startTime, endTime } = { ...before, ...values };
    if (userId && userId === delegateId)
      throw refuse.ownTask({ fields: [{ field: 'delegateId', words: refuse.ownTask().words }] });
    if (startTime && endTime && startTime >= endTime)
      throw refuse.leaveReversed({ fields: [{ field: 'endTime', words: refuse.leaveReversed().words }] });
  },
});
