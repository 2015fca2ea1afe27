import pg from 'pg';

/**
 * Drops a database of the tests, if there is one, and ends whoever still looks at it as far as the asker may.
 * Not by `with (force)`: that fails when a vacuum, which only a superuser may end, just looks at the database.
 * A plain drop asks the vacuum to leave and waits for it.
 */
export async function dropDatabase(ownerUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.ANJU_TEST_SUPER_URL || ownerUrl });
  await client.connect();
  try {
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend' and pid <> pg_backend_pid() and pg_has_role(usesysid, 'usage')",
      [database],
    );
    await client.query(`drop database if exists ${database}`);
  } finally {
    await client.end();
  }
}
