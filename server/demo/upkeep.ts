import pg from 'pg';

/** Selects the search indexes, except those of partitioned tables, into which the demo run writes nothing. */
const SEARCHES = `select format('%I.%I', i.schemaname, i.indexname) as name, i.indexdef as text
  from pg_indexes i join pg_class c on c.oid = format('%I.%I', i.schemaname, i.tablename)::regclass
  where i.schemaname = current_schema() and c.relkind = 'r' and not c.relispartition and i.indexdef like '% USING gin %search_parts(%'`;

/**
 * Conditions on tables to analyze. `meanwhile`: during the demo run, tables of which more than a tenth of the rows
 * changed. `after`: at its end, all tables with rows.
 */
const COUNTED = { meanwhile: 'n_mod_since_analyze > n_live_tup / 10', after: 'n_live_tup > 0' } as const;

/** Run independent statements over two connections at once, since one statement uses one core only. */
async function sendAll(ownerUrl: string, texts: readonly string[]): Promise<void> {
  const open = [...texts];
  await Promise.all(
    [1, 2].map(async () => {
      const line = new pg.Client({ connectionString: ownerUrl });
      await line.connect();
      try {
        await line.query("set maintenance_work_mem = '128MB'");
        for (let text = open.shift(); text; text = open.shift()) await line.query(text);
      } finally {
        await line.end();
      }
    }),
  );
}

/**
 * Update PostgreSQL's statistics (ANALYZE) of the tables that match a condition of `COUNTED`, as its planner needs
 * them.
 */
export async function count(owner: pg.Client, ownerUrl: string, which: keyof typeof COUNTED): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where ${COUNTED[which]} order by n_live_tup desc`,
  );
  await sendAll(
    ownerUrl,
    rows.map((row) => `analyze ${row.name}`),
  );
}

/**
 * Drop the search indexes during work that writes much and searches nothing, then build them again: each write would
 * update them. The stored plan of the tables is deleted meanwhile. So after an interruption the next start checks every
 * table and restores the indexes (`migrate`).
 */
export async function withoutSearches<T>(owner: pg.Client, ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await owner.query<{ name: string; text: string }>(SEARCHES);
  if (rows.length === 0) return work();
  const plan = (await owner.query<{ value: string }>("delete from anju_meta where id = 'plan' returning value")).rows[0]
    ?.value;
  // Drop one after the other: waiting for a second table while one is locked would block readers of both.
  for (const row of rows) await owner.query(`drop index ${row.name}`);
  try {
    return await work();
  } finally {
    await sendAll(
      ownerUrl,
      rows.map((row) => row.text.replace(/^CREATE INDEX/, 'create index if not exists')),
    );
    if (plan)
      await owner.query("insert into anju_meta (id, value) values ('plan', $1) on conflict (id) do nothing", [plan]);
  }
}
