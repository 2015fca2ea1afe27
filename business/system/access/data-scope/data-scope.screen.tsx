import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { get, post } from '#kernel/web/http/http.ts';
import { screen } from '#kernel/web/papers/screens.ts';
import { useT } from '#kernel/web/words/words.ts';
import { dataScope } from './data-scope.paper.ts';

interface Shown { readonly count: number; readonly more: boolean; readonly rows: readonly { readonly id: string; readonly caption: string }[] }
interface Column { readonly name: string; readonly label: string; readonly kind: string; /** May a rule name it? */ readonly rule: boolean; /** Is it of the page itself? */ readonly own: boolean; /** Seen by whoever sees the row. */ readonly always: boolean }

type Values = Readonly<Record<string, unknown>>;
interface Aside { readonly values: Values; set(values: Values): void; readonly columns: readonly Column[] }

/** Which fields of the rows are seen: all, or those that are ticked. */
function FieldChoice({ values, set, columns }: Aside): ReactElement {
  const t = useT();
  const text = String(values.scopeField ?? '').trim();
  const all = text === '' || text.split(',').includes('*');
  const names = columns.filter((one) => one.own);
  const isSeen = (one: Column): boolean => all || one.always || text.split(',').map((name) => name.trim()).includes(one.name);
  const choose = (chosen: readonly Column[]): void => set({ scopeField: chosen.length === names.length ? '*' : chosen.map((one) => one.name).join(',') });
  return (
    <fieldset className="rule-fields">
      <legend>{t(['可见字段', 'Visible fields'])}</legend>
      {names.map((one) => <label key={one.name} title={one.name}><input type="checkbox" checked={isSeen(one)} disabled={one.always} onChange={(event) => choose(names.filter((each) => (each === one ? event.target.checked : isSeen(each))))} /> {one.label}</label>)}
    </fieldset>
  );
}

/** The fields a rule may name, and the rows it would show to who writes it. */
function RuleHelp({ values, set, columns }: Aside): ReactElement {
  const t = useT();
  const shown = useMutation({ mutationFn: () => post<Shown>('blade-system/data-scope/preview', { ...resourceIn(values), scopeMatch: values.scopeMatch, scopeValue: values.scopeValue }) });
  const rows = Array.isArray(values.scopeValue) ? values.scopeValue as Record<string, unknown>[] : [];
  return (
    <>
      <p className="quiet">{t(['可用字段，点一下加入条件：', 'Fields; one press adds a condition:'])}</p>
      <p className="rule-columns">{columns.filter((column) => column.rule).map((column) => <button key={column.name} type="button" className="link" title={column.name} onClick={() => set({ scopeValue: [...rows, { field: column.name, op: 'equal' }] })}>{column.label}</button>)}</p>
      <p><button type="button" className="button" disabled={!rows.length || shown.isPending} onClick={() => shown.mutate()}>{t(['预览能看到的数据', 'Preview the rows'])}</button></p>
      {shown.data && (
        <div role="status">
          <p><b>{t([`${shown.data.count}${shown.data.more ? ' 条以上' : ' 条'}`, `${shown.data.count}${shown.data.more ? ' rows or more' : ' rows'}`])}</b></p>
          <ul>{shown.data.rows.map((row) => <li key={row.id}>{row.caption}</li>)}</ul>
        </div>
      )}
    </>
  );
}

const resourceIn = (values: Values): { resourceCode: string; menuId: string } => ({ resourceCode: String(values.resourceCode ?? ''), menuId: String(values.menuId ?? '') });

/** Beside the form: what the page has to choose from. */
function ScopeHelp({ values, set }: { values: Values; set: (values: Values) => void }): ReactElement {
  const t = useT();
  const resource = resourceIn(values);
  const { data: columns = [] } = useQuery({ queryKey: ['rule columns', resource], queryFn: () => get<Column[]>('blade-system/data-scope/columns', resource, { quiet: true }), enabled: Boolean(resource.menuId || resource.resourceCode), staleTime: 60_000, retry: false });
  return (
    <aside className="detail-own">
      {columns.length ? <FieldChoice values={values} set={set} columns={columns} /> : <p className="quiet">{t(['先选所属菜单', 'Choose the page first'])}</p>}
      {Number(values.scopeType) === 5 && columns.length > 0 && <RuleHelp values={values} set={set} columns={columns} />}
    </aside>
  );
}

export default screen(dataScope, { formAside: ScopeHelp });
