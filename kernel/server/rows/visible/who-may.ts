import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Person, decide } from '#kernel/language/permission.ts';
import { paperNamed } from '../../app.ts';
import { Parameters } from '../../database/statement.ts';
import { scopeSql } from '../../list/scope.ts';
import type { DatabaseSession } from '../../write/session/database-session.ts';

/**
 * Is a row within the scope in which a person holds an action? Read by the current connection: the row may be of this
 * transaction.
 */
async function reaches(
  session: DatabaseSession,
  person: Person,
  { paper, action, rowId }: { readonly paper: AnyPaper; readonly action: string; readonly rowId?: string },
): Promise<boolean> {
  const { allow, where } = decide(person, paper, action);
  if (!allow || rowId === undefined || where.some((term) => term.kind === 'all')) return allow;
  const values = new Parameters();
  values.now = session.now();
  const scope = scopeSql(paper, where, values, (name) => paperNamed(session.app, name));
  const rows = await session.sql.query(
    `select 1 from ${paper.table} t where t.tenant_id = ${values.add(session.tenantId)} and t.id = ${values.add(rowId)} and t.is_deleted = 0 and ${scope}`,
    values.values,
  );
  return rows.length > 0;
}

/** Return those of some accounts who hold the right to an action of a paper, for one row where it is named. */
export async function whoMay(
  session: DatabaseSession,
  userIds: readonly string[],
  right: { readonly paper: AnyPaper; readonly action: string; readonly rowId?: string },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const id of new Set(userIds)) {
    const person = await session.app.ports.person(session.actor.tenancy, id);
    if (person && (await reaches(session, person, right))) found.add(id);
  }
  return found;
}
