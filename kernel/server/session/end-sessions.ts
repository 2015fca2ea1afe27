import type { Context, Sql } from '../context.ts';

/** End the sessions of an account, within the transaction. If it is the caller's own account, end none. */
export const endSessionsOf = async (context: Context, userId: string): Promise<void> => {
  await context.sql.query(
    'update anju_session set ended = $3 where tenant_id = $1 and user_id = $2 and ended is null and $4',
    [context.tenantId, userId, context.now(), userId !== context.person.id],
  );
};

/** End the sessions of these API clients, in every company. */
export const endSessionsOfClients = async (context: Context, clientIds: readonly string[]): Promise<void> => {
  await context.sql.query('update anju_session set ended = $2 where client = any($1) and ended is null', [
    clientIds,
    context.now(),
  ]);
};

/** End the sessions of an account of another company. The caller has no account there, so all are ended. */
export const endSessionsIn = async (sql: Sql, tenantId: string, userId: string, now: string): Promise<void> => {
  await sql.query('update anju_session set ended = $3 where tenant_id = $1 and user_id = $2 and ended is null', [
    tenantId,
    userId,
    now,
  ]);
};
