import type { App } from '../app.ts';
import { removeOrphans } from '../files/orphans.ts';
import { removeUploads } from '../files/spool.ts';

/** Delete the files of jobs after a week, and remove the keys of these files from the stored results. */
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

/** Delete expired data every night. An error in one step ends no other. */
export async function tidy(app: App): Promise<void> {
  const steps: readonly (() => Promise<unknown>)[] = [
    () => removeJobFiles(app),
    () => app.db.platform((sql) => sql.query('select anju_tidy($1)', [app.clock.ms()])),
    () => removeOrphans(app),
    () => removeUploads(app),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
