import { Sigma } from 'lucide-react';
import type { ReactElement } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import { useT } from '#kernel/web/words/words.ts';
import type { AskedColumn, Measure } from '../report-file.paper.ts';
import { columnFields, has, isSummedAtFirst, sumFields } from '../report.rules.ts';
import { AddByName } from './add-by-name.view.tsx';
import { OrderedRows } from './ordered-rows.view.tsx';
import { labelOf, useSource } from './source.view.tsx';

const rowsIn = <T,>(value: unknown): readonly T[] => (Array.isArray(value) ? value as T[] : []);

/** The columns of a list: found by their name, put in order, numbers added up or not. */
export function Columns(face: InputFace): ReactElement {
  const t = useT();
  const of = useSource(face.values);
  const rows = rowsIn<AskedColumn>(face.value);
  const free = of ? columnFields(of).filter(([name]) => !rows.some((row) => row.name === name)) : [];
  const nameOf = (row: AskedColumn): string => t(labelOf(of, row.name));
  const put = (next: readonly AskedColumn[]): void => face.onChange(next);
  const sums = of ? sumFields(of) : [];
  return (
    <div className="report-picked">
      <OrderedRows
        rows={rows} nameOf={nameOf} disabled={face.disabled} onChange={put}
        content={(row, at) => (
          <>
            <span>{nameOf(row)}</span>
            {has(sums, row.name) && <button type="button" className="icon-button small" disabled={face.disabled} aria-pressed={row.sum === true} title={t(['合计', 'Add up'])} aria-label={t([`${nameOf(row)}合计`, `Add up ${nameOf(row)}`])} onClick={() => put(rows.map((one, index) => (index === at ? { ...one, sum: !one.sum } : one)))}><Sigma size={14} aria-hidden /></button>}
          </>
        )}
      />
      <AddByName id={face.id} label={['加一列：输入名称查找', 'Add a column: type its name']} choices={free} disabled={face.disabled || !of} invalid={face.invalid} describedBy={face.describedBy} onAdd={(name) => put([...rows, { name, ...(of && isSummedAtFirst(of, name) && { sum: true }) }])} />
    </div>
  );
}

const HOWS = [['sum', ['合计', 'Sum']], ['average', ['平均', 'Average']], ['min', ['最小', 'Least']], ['max', ['最大', 'Most']]] as const;
const COUNT = 'count';

/** The numbers of each group; none chosen counts the rows. */
export function Measures(face: InputFace): ReactElement {
  const t = useT();
  const of = useSource(face.values);
  const rows = rowsIn<Measure>(face.value);
  const put = (next: readonly Measure[]): void => face.onChange(next);
  const nameOf = (row: Measure): string => t(row.how === COUNT ? ['数量', 'Number of rows'] : labelOf(of, row.name ?? ''));
  const free = [...(rows.some((row) => row.how === COUNT) ? [] : [[COUNT, ['数量', 'Number of rows']] as const]), ...(of ? sumFields(of) : [])];
  return (
    <div className="report-picked">
      <OrderedRows
        rows={rows} nameOf={nameOf} disabled={face.disabled} onChange={put}
        content={(row, at) => (
          <>
            <span>{nameOf(row)}</span>
            {row.how !== COUNT && <select className="plain-input" disabled={face.disabled} aria-label={t([`${nameOf(row)}怎样算`, `How ${nameOf(row)} is reckoned`])} value={row.how} onChange={(event) => put(rows.map((one, index) => (index === at ? { ...one, how: event.target.value as Measure['how'] } : one)))}>{HOWS.map(([how, label]) => <option key={how} value={how}>{t(label)}</option>)}</select>}
          </>
        )}
      />
      <AddByName id={face.id} label={rows.length ? ['加一个指标', 'Add a measure'] : ['不选则只计数量', 'Only counts, unless you choose']} choices={free} disabled={face.disabled || !of} describedBy={face.describedBy} onAdd={(name) => put([...rows, name === COUNT ? { how: COUNT } : { how: 'sum', name }])} />
    </div>
  );
}
