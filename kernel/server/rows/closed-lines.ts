import { isEditable } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import type { House } from '../house.ts';
import type { Actor } from '../write/transaction.ts';
import { headersOf } from '../write/headers.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Those of these rows that are lines of a header whose state keeps its lines as they are: nobody may edit or remove them. */
export async function closedLines(house: House, { tenancy }: Actor, child: AnyPaper, rows: Rows): Promise<ReadonlySet<string>> {
  const closed = new Set<string>();
  for (const { paper, name, parent } of rows.length ? headersOf(house.papers, child) : []) {
    const life = paper.lifecycle;
    if (!life) continue;
    const ids = [...new Set(rows.map((row) => row[parent]).filter(Boolean).map(String))];
    const states = await house.db.read(tenancy, (sql) => sql.query<{ id: string; state: string }>(`select id::text as id, ${columnOf(life.field)} as state from ${paper.table} where tenant_id = $1 and id = any($2::bigint[])`, [tenancy.tenantId, ids]));
    const shut = new Set(states.filter(({ state }) => !isEditable(life, state, name)).map(({ id }) => id));
    for (const row of rows) if (shut.has(String(row[parent]))) closed.add(String(row.id));
  }
  return closed;
}
