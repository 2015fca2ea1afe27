import { behaviour, implement } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { type PackageChoice, choosePackage } from '../tenant.calls.ts';
import { tenantPackage } from './tenant-package.paper.ts';

export default behaviour(tenantPackage, {
  async staying(context, rows) {
    const used = await context.sql.query<{ id: string; count: number }>(
      'select package_id::text as id, count(*)::int as count from blade_tenant where package_id = any($1::bigint[]) and is_deleted = 0 group by 1',
      [rows.map((row) => row.id)],
    );
    return new Map(used.map(({ id, count }) => [id, refuse.packageInUse({ count })]));
  },
  calls: [
    implement(choosePackage, {
      read: (_asked, reading) =>
        reading.sql.query<PackageChoice>(
          'select id, package_name as "packageName", array_to_string(menu_id, \',\') as "menuId", coalesce(remark, \'\') as remark from blade_tenant_package where is_deleted = 0 and status = 1 order by id',
        ),
    }),
  ],
});
