import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo, useState } from 'react';
import { type InputFace, asList } from '#kernel/fields/faces.view.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { get } from '#kernel/web/http/http.ts';
import { useFormRow } from '#kernel/web/form/form-row.ts';
import { RowPicker } from '#kernel/web/pickers/row-picker.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { branchesOf } from '../../menus/menu-branches.rules.ts';
import { grantTree } from '../../menus/menu/menu.calls.ts';
import { Changes, MenuTree } from '../../menus/menu-tree.view.tsx';
import { tenantPackage } from './tenant-package.paper.ts';

interface Companies {
  readonly total: number;
  readonly records: readonly { readonly tenantName: string }[];
}

/** The companies that have the package, and so are affected by a change. */
function Reached({ id }: { id: string }): ReactElement | null {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['list', 'tenant', 'of package', id],
    queryFn: () => get<Companies>('blade-system/tenant/page', { packageId: id, size: 5 }, { quiet: true }),
    retry: false,
  });
  if (!data) return null;
  const names = data.records.map((one) => one.tenantName).join(t(['、', ', ']));
  return (
    <p className="quiet">
      {data.total === 0
        ? t(['还没有公司使用这个产品包', 'No company has this package yet'])
        : t([
            `${data.total} 家公司在用：${names}${data.total > data.records.length ? ' 等' : ''}。保存后立即生效，取消的菜单对他们全部角色关闭。`,
            `${counted(data.total, 'company', 'companies')}: ${names}${data.total > data.records.length ? ' …' : ''}. It holds at once; what is taken closes for all their roles.`,
          ])}
    </p>
  );
}

/** The menus of a package as a tree to tick, with the pending changes. */
export function PackageMenus(face: InputFace): ReactElement {
  const t = useT();
  const row = useFormRow();
  const english = useLanguage() === 'en';
  const value = asList(face.value);
  const [before] = useState(row ? value : []);
  const { data } = useQuery({
    queryKey: ['menus to choose', grantTree.path],
    queryFn: () => askCall(grantTree, {}),
    staleTime: 60_000,
  });
  const branches = useMemo(() => branchesOf(data?.menu ?? [], english, 'all'), [data, english]);
  const copyFrom = async (id: string | undefined): Promise<void> => {
    if (id) face.onChange(asList((await get<{ menuId: unknown }>(`${tenantPackage.path}/detail`, { id })).menuId));
  };
  const copy = t(['从其他产品包复制', 'Copy from another package']);
  return (
    <div
      id={face.id}
      className="detail-own"
      role="group"
      tabIndex={-1}
      aria-label={t(face.field.label)}
      aria-describedby={face.describedBy}
    >
      {row && <Reached id={row.id} />}
      <RowPicker
        paper={tenantPackage.name}
        label={copy}
        value={[]}
        onChange={([id]) => void copyFrom(id).catch(() => undefined)}
        attributes={{ placeholder: copy, disabled: face.disabled }}
      />
      {data && (
        <MenuTree
          label={t(face.field.label)}
          branches={branches}
          value={value}
          before={before}
          disabled={face.disabled}
          onChange={(ids) => face.onChange(ids)}
        />
      )}
      {data && row && <Changes branches={branches} before={before} now={value} />}
    </div>
  );
}
