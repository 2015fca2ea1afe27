import type { House } from '../app.ts';
import { removeOrphans } from '../files/orphans.ts';
import { removeSpooled } from '../files/spool.ts';

/** Files that jobs made are there to be fetched for a week. */
async function removeJobFiles(house: House): Promise<void> {
  const old = await house.db.platform((sql) =>
    sql.query<{ id: string; tenantId: string; key: string }>(
      'select id, tenant_id as "tenantId", key from anju_job_files_old($1)',
      [house.clock.ms()],
    ),
  );
  for (const { id, tenantId, key } of old) {
    await house.files.remove(key);
    await house.db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) =>
      sql.query("update anju_job set answer = answer - 'key' where tenant_id = $1 and id = $2", [tenantId, id]),
    );
  }
}

/** Every night: forgets what was only kept for a while. */
export async function tidy(house: House): Promise<void> {
  await removeJobFiles(house);
  await house.db.platform((sql) => sql.query('select anju_tidy($1)', [house.clock.ms()]));
  await removeOrphans(house);
  await removeSpooled(house);
}
