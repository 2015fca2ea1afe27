import type { App } from '../app.ts';
import { removeOrphans } from '../files/orphans.ts';
import { removeSpooled } from '../files/spool.ts';

/** Files that jobs made are there to be fetched for a week. */
async function removeJobFiles(app: App): Promise<void> {
  const old = await app.db.platform((sql) =>
    sql.query<{ id: string; tenantId: string; key: string }>(
      'select id, tenant_id as "tenantId", key from anju_job_files_old($1)',
      [app.clock.ms()],
    ),
  );
  for (const { id, tenantId, key } of old) {
    await app.files.remove(key);
    await app.db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) =>
      sql.query("update anju_job set answer = answer - 'key' where tenant_id = $1 and id = $2", [tenantId, id]),
    );
  }
}

/** Every night: forgets what was only kept for a while. */
export async function tidy(app: App): Promise<void> {
  await removeJobFiles(app);
  await app.db.platform((sql) => sql.query('select anju_tidy($1)', [app.clock.ms()]));
  await removeOrphans(app);
  await removeSpooled(app);
}
