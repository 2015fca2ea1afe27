import pg from 'pg';

/** Of divided tables they stay: the tale writes nothing into those. */
const SEARCHES = `select format('%I.%I', i.schemaname, i.indexname) as name, i.indexdef as text
  from pg_indexes i join pg_class c on c.oid = format('%I.%I', i.schemaname, i.tablename)::regclass
  where i.schemaname = current_schema() and c.relkind = 'r' and not c.relispartition and i.indexdef like '% USING gin %search_parts(%'`;

/** Which tables get new statistics: most have not changed, and while the demo runs a tenth more rows changes no plan. */
const COUNTED = { meanwhile: 'n_mod_since_analyze > n_live_tup / 10', after: 'n_live_tup > 0' } as const;

/** Sends statements that do not stand in each other's way over two lines, the next to whichever is free: one keeps one core busy. */
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

/** Counts rows anew, for PostgreSQL's plans. */
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
 * Does work in which much is written and nobody searches without the indexes of searches: each version of a row is cut into its parts again, and to
 * make such an index of all rows at once costs less. What the tables were brought to is forgotten meanwhile: after a start that was cut
 * off the next one looks at every table and brings the indexes back (`migrate`).
 */
export async function withoutSearches<T>(owner: pg.Client, ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await owner.query<{ name: string; text: string }>(SEARCHES);
  if (rows.length === 0) return work();
  const plan = (await owner.query<{ value: string }>("delete from anju_meta where id = 'plan' returning value")).rows[0]
    ?.value;
  // One by one: whoever waits for one table while he holds another stands in the way of those who read both.
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
