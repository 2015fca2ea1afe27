import pg from 'pg';

/**
 * Drop a test database if it exists, after ending its sessions as far as the caller may. Not by `with (force)`: it
 * fails during a vacuum, which only a superuser may end. A plain drop asks the vacuum to stop and waits.
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
