import type { Context } from '#kernel/server';
import { withStandIns } from '../../bindings/absence.server.ts';
import { leaderOf } from '../people.server.ts';

/** Who takes over from an account that was closed: whoever stands in now, then the leader of the department. */
export async function successorsOf(context: Context, userId: string): Promise<string[]> {
  const [standIn] = await withStandIns({ sql: context.sql, tenantId: context.tenantId, now: context.now() }, [
    { userId },
  ]);
  const leader = await leaderOf(context, userId);
  return [...new Set([standIn.userId, ...leader])].filter((one) => one !== userId);
}
