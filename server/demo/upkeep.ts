import pg from 'pg';

const SEARCHES = "select format('%I.%I', schemaname, indexname) as name, indexdef as text from pg_indexes where schemaname = current_schema() and indexdef like '% USING gin %search_parts(%'";

/** Which tables are counted anew: of nine hundred the most have not changed, and while the tale is told a tenth more rows makes no other plan. */
const COUNTED = { meanwhile: 'n_mod_since_analyze > n_live_tup / 10', after: 'n_live_tup > 0' } as const;

/** Sends statements that do not stand in each other's way over two lines, the next to whichever is free: one keeps one core busy. */
async function sendAll(ownerUrl: string, texts: readonly string[]): Promise<void> {
  const open = [...texts];
  await Promise.all([1, 2].map(async () => {
    const line = new pg.Client({ connectionString: ownerUrl });
    await line.connect();
    try {
      await line.query("set maintenance_work_mem = '128MB'");
      for (let text = open.shift(); text; text = open.shift()) await line.query(text);
    } finally { await line.end(); }
  }));
}

/** Counts rows anew, for PostgreSQL's plans. */
export async function count(owner: pg.Client, ownerUrl: string, which: keyof typeof COUNTED): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(`select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where ${COUNTED[which]} order by n_live_tup desc`);
  await sendAll(ownerUrl, rows.map((row) => `analyze ${row.name}`));
}

/**
 * Does work in which much is written and nobody searches without the indexes of searches: each version of a row is cut into its parts again, and to
 * make such an index of all rows at once costs a third of that. A start that was stopped meanwhile brings them back by their definitions (`migrate`).
 */
export async function withoutSearches<T>(owner: pg.Client, ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await owner.query<{ name: string; text: string }>(SEARCHES);
  if (rows.length) await owner.query(`drop index ${rows.map((row) => row.name).join(', ')}`);
  try { return await work(); } finally { await sendAll(ownerUrl, rows.map((row) => row.text)); }
}
