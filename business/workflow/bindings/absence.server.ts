import { user } from '#business/system/people/user/user.paper.ts';
import { behaviour } from '#kernel/server';
import type { AssignedPerson } from '../engine/state/host.rules.ts';
import { refuse } from '../refusals.ts';
import { absence } from './absence.paper.ts';

/** An account, and who stands in for it now; null: it is not away. */
export interface PresentAccount {
  readonly id: string;
  readonly standIn: string | null;
}

/** Who stands in for the account `u.id` at a moment, as an expression of a statement in which `$1` is the company. */
export const standInSql = (moment: string): string => `(select a.delegate_id::text from ${absence.table} a
     join ${user.table} d on d.tenant_id = $1 and d.id = a.delegate_id and d.is_deleted = 0 and d.status = 1
     where a.tenant_id = $1 and a.is_deleted = 0 and a.enabled and a.user_id = u.id and a.start_time <= ${moment}::timestamptz and a.end_time > ${moment}::timestamptz
     order by a.start_time desc limit 1)`;

/** Whoever is away is replaced by who stands in for him, once: nobody stands in for a stand-in. Each person once. */
export function withStandIns(accounts: readonly PresentAccount[]): AssignedPerson[] {
  const found = new Map<string, AssignedPerson>();
  for (const { id, standIn } of accounts) {
    const one: AssignedPerson = standIn ? { userId: standIn, onBehalfOf: id } : { userId: id };
    if (!found.has(one.userId)) found.set(one.userId, one);
  }
  return [...found.values()];
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
