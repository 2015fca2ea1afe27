import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { get, post } from '#kernel/web/http/http.ts';
import { screen } from '#kernel/web/papers/screens.ts';
import { useT } from '#kernel/web/words/words.ts';
import { dataScope } from './data-scope.paper.ts';

interface Shown { readonly count: number; readonly more: boolean; readonly rows: readonly { readonly id: string; readonly caption: string }[] }
interface Column { readonly name: string; readonly label: string; readonly kind: string }

/** Beside the form of a rule: the fields it may name, and the rows it would show to who writes it. */
function RuleHelp({ values, set }: { values: Readonly<Record<string, unknown>>; set: (values: Readonly<Record<string, unknown>>) => void }): ReactElement | null {
  const t = useT();
  const resource = { resourceCode: String(values.resourceCode ?? ''), menuId: String(values.menuId ?? '') };
  const isRule = Number(values.scopeType) === 5;
  const { data: columns = [] } = useQuery({ queryKey: ['rule columns', resource], queryFn: () => get<Column[]>('blade-system/data-scope/columns', resource, { quiet: true }), enabled: isRule && Boolean(resource.menuId || resource.resourceCode), staleTime: 60_000, retry: false });
  const shown = useMutation({ mutationFn: () => post<Shown>('blade-system/data-scope/preview', { ...resource, scopeMatch: values.scopeMatch, scopeValue: values.scopeValue }) });
  if (!isRule) return null;
  const rows = Array.isArray(values.scopeValue) ? values.scopeValue as Record<string, unknown>[] : [];
  return (
    <aside className="detail-own">
      <p className="quiet">{columns.length ? t(['可用字段，点一下加入条件：', 'Fields; one press adds a condition:']) : t(['先选所属菜单', 'Choose the page first'])}</p>
      <p className="rule-columns">{columns.map((column) => <button key={column.name} type="button" className="link" title={column.name} onClick={() => set({ scopeValue: [...rows, { field: column.name, op: 'equal' }] })}>{column.label}</button>)}</p>
      <p><button type="button" className="button" disabled={!rows.length || shown.isPending} onClick={() => shown.mutate()}>{t(['预览能看到的数据', 'Preview the rows'])}</button></p>
      {shown.data && (
        <div role="status">
          <p><b>{t([`${shown.data.count}${shown.data.more ? ' 条以上' : ' 条'}`, `${shown.data.count}${shown.data.more ? ' rows or more' : ' rows'}`])}</b></p>
          <ul>{shown.data.rows.map((row) => <li key={row.id}>{row.caption}</li>)}</ul>
        </div>
      )}
    </aside>
  );
}

export default screen(dataScope, { formAside: RuleHelp });
