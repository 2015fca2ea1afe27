import type { Context } from '#kernel/server';
import { type PresentAccount, followStandIns, standInSql } from '../../bindings/absence.server.ts';
import { leaderOf } from '../people.server.ts';
import { userFacts } from '#business/system/people/user/user-facts.relation.ts';

/** Return the successors of a closed account: the present substitute, then the leader of the department. */
export async function successorsOf(context: Context, userId: string): Promise<string[]> {
  const [account] = await context.sql.query<PresentAccount>(
    `select u.id::text as id, ${standInSql('$3')} as "standIn" from ${userFacts} u where u.tenant_id = $1 and u.id = $2`,
    [context.tenantId, userId, context.now()],
  );
  const leader = await leaderOf(context, userId);
  const [standIn] = account?.standIn ? await followStandIns(context, [account]) : [];
  return [...new Set([...(standIn?.present ? [standIn.present] : []), ...leader])].filter((one) => one !== userId);
}
