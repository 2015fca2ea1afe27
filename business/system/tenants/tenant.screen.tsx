import type { ReactElement } from 'react';
import type { Row } from '#kernel/language/paper.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { FreshPassword } from '../people/user/fresh-password.view.tsx';
import { TakeArchive } from './export/archive.view.tsx';
import { tenant } from './tenant.paper.ts';

/** Tab with the administrator's first password and the archive of the company. */
function Administrator({ row }: { row: Row<typeof tenant> }): ReactElement {
  const t = useT();
  return (
    <div className="detail-own">
      <p className="quiet">
        {t([
          `新租户自带角色、字典、菜单和账号 admin。重置一次密码，连同租户编号 ${row.tenantId} 交给对方。`,
          `A new tenant comes with roles, dictionaries, menus and the account “admin”. Reset its password once and hand it over with the tenant id ${row.tenantId}.`,
        ])}
      </p>
      <p>
        <TakeArchive of={{ tenantId: String(row.tenantId), reason: t(['平台管理员导出', 'By the platform']) }} />
      </p>
      <FreshPassword
        call={`blade-system/tenant/reset-administrator?id=${row.id}`}
        title={[
          `重置 ${row.tenantName} 管理员的密码？`,
          `Reset the password of the administrator of ${row.tenantName}?`,
        ]}
      />
    </div>
  );
}

/** The maximum of accounts of a company, or 不限 for none. */
function Most({ row }: { row: Row<typeof tenant> }): ReactElement {
  const t = useT();
  return <>{Number(row.accountNumber ?? 0) > 0 ? row.accountNumber : t(['不限', 'No limit'])}</>;
}

export default screen(tenant, {
  columns: { accountNumber: (row) => <Most row={row} /> },
  detailTabs: [{ key: 'administrator', label: ['管理员', 'Administrator'], Content: Administrator }],
});
