import { mustGet } from '#kernel/language/must.ts';
import { type Reading, behaviour } from '#kernel/server';
import type { AssignedPerson } from '../engine/state/host.rules.ts';
import { refuse } from '../refusals.ts';
import { absence } from './absence.paper.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** An account with its present substitute (`standIn`), which is null while the account is not absent. */
export interface PresentAccount {
  readonly id: string;
  readonly standIn: string | null;
}

/** Return SQL of the substitute of account `u.id` at a moment, null if it is not absent. `$1` is the company. */
export const standInSql = (moment: string): string => `(select a.delegate_id::text from ${absence.table} a
     join ${userFacts} d on d.tenant_id = $1 and d.id = a.delegate_id and d.is_deleted = 0 and d.status = 1
     where a.tenant_id = $1 and a.is_deleted = 0 and a.enabled and a.user_id = u.id and a.start_time <= ${moment}::timestamptz and a.end_time > ${moment}::timestamptz
     order by a.start_time desc limit 1)`;

/** Maximal length of a chain of substitutes. */
const MAX_STAND_INS = 5;

/**
 * The account that works for an account now: itself, or the last of its chain of substitutes. Null if the chain is a
 * circle.
 */
export interface FollowedAccount {
  readonly id: string;
  readonly present: string | null;
}

/** Return the present substitutes of these accounts, in one statement. Accounts that are not absent are left out. */
async function standInsOf(reading: Reading, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await reading.sql.query<PresentAccount>(
    `select u.id::text as id, ${standInSql('$3')} as "standIn" from ${userFacts} u where u.tenant_id = $1 and u.id = any($2::bigint[])`,
    [reading.tenantId, ids, reading.now()],
  );
  return new Map(rows.flatMap(({ id, standIn }) => (standIn === null ? [] : [[id, standIn]])));
}

/**
 * Follow the chains of substitutes of these accounts, with one statement for each step of all chains. A circle, or a
 * chain of more than five steps, ends with null.
 */
export async function followStandIns(
  reading: Reading,
  accounts: readonly PresentAccount[],
): Promise<FollowedAccount[]> {
  const known = new Map(accounts.map(({ id, standIn }) => [id, standIn]));
  const at = new Map(accounts.map(({ id, standIn }) => [id, standIn ?? id]));
  for (let steps = 1; steps <= MAX_STAND_INS; steps++) {
    const unknown = [...new Set(at.values())].filter((id) => !known.has(id));
    const further = unknown.length ? await standInsOf(reading, unknown) : new Map<string, string>();
    for (const id of unknown) known.set(id, further.get(id) ?? null);
    for (const [id, last] of at) at.set(id, (steps < MAX_STAND_INS && known.get(last)) || last);
  }
  return accounts.map(({ id }) => {
    const last = mustGet(at, id);
    return { id, present: known.get(last) === null ? last : null };
  });
}

/**
 * Return the people who work for these accounts, each once, with the absent account they represent. If substitutes form
 * a circle, `administrator` works for the account.
 */
export function withStandIns(accounts: readonly FollowedAccount[], administrator: string | null): AssignedPerson[] {
  const found = new Map<string, AssignedPerson>();
  for (const { id, present } of accounts) {
    const userId = present ?? administrator;
    if (userId !== null && !found.has(userId))
      found.set(userId, userId === id ? { userId } : { userId, onBehalfOf: id });
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
