import { type AnyPaper, buttonOf, columnOf } from '#kernel/language/paper.ts';
import { holdsOwn } from '#kernel/language/permission.ts';
import type { App } from '../../app.ts';
import type { Actor } from '../../session/actor.ts';
import { headersOf, isOpenFor } from '../../write/headers/headers.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Return the rows of a paper that contain the caller's work. */
type Worked = (paper: AnyPaper, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Return the lines that the caller may not edit or remove: their header's state closes its lines, or the caller may not
 * judge the header.
 */
export async function closedLines(
  app: App,
  { tenancy, person }: Actor,
  child: AnyPaper,
  rows: Rows,
  worked: Worked,
): Promise<ReadonlySet<string>> {
  const closed = new Set<string>();
  for (const header of rows.length ? headersOf(app.papers, child) : []) {
    const { paper, parent, late, judges } = header;
    const life = paper.lifecycle;
    if (!life || (late && holdsOwn(person, buttonOf(child, late)))) continue;
    const ids = [
      ...new Set(
        rows
          .map((row) => row[parent])
          .filter(Boolean)
          .map(String),
      ),
    ];
    const states = await app.db.read(tenancy, (sql) =>
      sql.query<{ id: string; state: string }>(
        `select id::text as id, ${columnOf(life.field)} as state from ${paper.table} where tenant_id = $1 and id = any($2::bigint[])`,
        [tenancy.tenantId, ids],
      ),
    );
    const shut = new Set(states.filter(({ state }) => !isOpenFor(header, state)).map(({ id }) => id));
    if (judges) for (const id of await worked(paper, ids)) shut.add(id);
    for (const row of rows) if (shut.has(String(row[parent]))) closed.add(String(row.id));
  }
  return closed;
}
