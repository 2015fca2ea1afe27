import { kindOf } from '#kernel/fields/kinds.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { App } from '../app.ts';
import { fileKey, thumbnailKey } from './storage.ts';

/** Return the conditions of files whose row is gone with an expired partition of its table. */
const ofExpiredRows = (papers: Iterable<AnyPaper>): string =>
  [...papers]
    .filter(
      ({ spans, fields }) =>
        spans?.keepDays && Object.values(fields).some((field) => kindOf(field).pointsTo === 'file'),
    )
    .map(
      ({ name, table, spans }) =>
        ` or (a.is_deleted = 0 and a.bound and a.paper_name = '${name}' and a.update_time < to_timestamp(ms / 1000.0) - interval '${spans!.keepDays} days'
          and not exists (select 1 from ${table} r where r.tenant_id = a.tenant_id and r.id = a.row_id))`,
    )
    .join('');

/**
 * SQL function of the owner that finds files to delete, of all tenants. They are unbound for a day, removed a week ago,
 * or bound to a row of a dropped partition.
 */
export const fileFunctions = (table: string, papers: Iterable<AnyPaper>): string[] => [
  `create or replace function anju_orphans(ms bigint, most integer) returns table (id bigint, tenant_id text) language sql stable security definer set search_path = public, pg_temp as
   $$ select a.id, a.tenant_id from ${table} a where (coalesce(a.bound, false) = false and a.is_deleted = 0 and a.update_time < to_timestamp(ms / 1000.0) - interval '24 hours')
        or (a.is_deleted = 1 and a.update_time < to_timestamp(ms / 1000.0) - interval '7 days')${ofExpiredRows(papers)} order by a.id limit most $$`,
];

const AT_ONCE = 500;

/** Remove unbound files: first the row, so that no link leads to a missing file. */
export async function removeOrphans(app: App): Promise<void> {
  const table = app.ownPapers.attachment?.table;
  if (!table) return;
  for (;;) {
    const gone = await app.db.platform((sql) =>
      sql.query<{ id: string; tenantId: string }>('select id, tenant_id as "tenantId" from anju_orphans($1, $2)', [
        app.clock.ms(),
        AT_ONCE,
      ]),
    );
    for (const { id, tenantId } of gone) {
      await app.db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) =>
        sql.query(`delete from ${table} where tenant_id = $1 and id = $2`, [tenantId, id]),
      );
      await app.files.remove(fileKey(tenantId, id));
      await app.files.remove(thumbnailKey(tenantId, id));
    }
    if (gone.length < AT_ONCE) return;
  }
}
