import { user } from '#business/system/people/user/user.paper.ts';
import type { Context } from '#kernel/server';
import { standInSql } from '../../bindings/absence.server.ts';
import { leaderOf } from '../people.server.ts';

/** Who takes over from an account that was closed: whoever stands in now, then the leader of the department. */
export async function successorsOf(context: Context, userId: string): Promise<string[]> {
  const [account] = await context.sql.query<{ standIn: string | null }>(
    `select ${standInSql('$3')} as "standIn" from ${user.table} u where u.tenant_id = $1 and u.id = $2`,
    [context.tenantId, userId, context.now()],
  );
  const leader = await leaderOf(context, userId);
  return [...new Set([...(account?.standIn ? [account.standIn] : []), ...leader])].filter((one) => one !== userId);
}
