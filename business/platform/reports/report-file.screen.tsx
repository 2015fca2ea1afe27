import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import type { Field } from '#kernel/language/field.ts';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import type { Label } from '#kernel/language/label.ts';
import { get } from '#kernel/web/http/http.ts';
import { download } from '#kernel/web/http/files.ts';
import { paperNamed, useAllPapers } from '#kernel/web/papers/papers.ts';
import { type WireRow } from '#kernel/web/papers/rows.ts';
import { screen } from '#kernel/web/papers/screens.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useButtons } from '#kernel/web/session/buttons.ts';
import { grouped } from '#kernel/web/words/plural.ts';
import { useLanguage, useT } from '#kernel/web/words/words.ts';
import { MADE, choiceFields, groupFields, isTime, sumFields } from './report.rules.ts';
import { type ReportFilter, reportFile } from './report-file.paper.ts';
import { Chart } from './chart.view.tsx';
import type { ReportAnswer } from './answers.ts';
import './reports.css';

const sourceOf = (values: Readonly<Record<string, unknown>>): AnyPaper | undefined => paperNamed(typeof values.paperName === 'string' ? values.paperName : undefined);

function Choose({ face, choices, empty }: { face: InputFace; choices: readonly (readonly [string, Label])[]; empty: Label }): ReactElement {
  const t = useT();
  return (
    <select id={face.id} className="plain-input report-choice" disabled={face.disabled} aria-invalid={face.invalid || undefined} aria-describedby={face.describedBy} value={String(face.value ?? '')} onBlur={face.onBlur} onChange={(event) => face.onChange(event.target.value || null)}>
      <option value="">{t(empty)}</option>
      {choices.map(([name, label]) => <option key={name} value={name}>{t(label)}</option>)}
    </select>
  );
}

/** The papers whose rows the person may read. */
function Source(face: InputFace): ReactElement {
  const buttons = useButtons();
  const papers = useAllPapers().filter((of) => of.menu && of.name !== reportFile.name && buttons.has(buttonOf(of, 'view')));
  return <Choose face={face} empty={['请选择', 'Choose']} choices={papers.map((of) => [of.name, of.title] as const)} />;
}

const Group = (face: InputFace): ReactElement => { const of = sourceOf(face.values); return <Choose face={face} empty={['请选择', 'Choose']} choices={of ? groupFields(of) : []} />; };
const Sum = (face: InputFace): ReactElement => { const of = sourceOf(face.values); return <Choose face={face} empty={['只计数量', 'Only count']} choices={of ? sumFields(of) : []} />; };

/** The values a field may have, as words to choose from. */
function ValueChoice({ field, value, label, onChange }: { field: Field | undefined; value: string; label: string; onChange: (value: string) => void }): ReactElement {
  const t = useT();
  const items = useDictionary(field?.dictionary);
  const choices = field?.kind === 'flag' ? [{ key: 'true', label: t(['是', 'Yes']) }, { key: 'false', label: t(['否', 'No']) }] : items;
  return <select className="plain-input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}><option value="">{t(['请选择', 'Choose'])}</option>{choices.map((one) => <option key={one.key} value={one.key}>{one.label}</option>)}</select>;
}

/** Conditions: a field is one of its values; several of one field mean any of them. */
function Filters(face: InputFace): ReactElement {
  const t = useT();
  const of = sourceOf(face.values);
  const rows = (Array.isArray(face.value) ? face.value : []) as ReportFilter[];
  const fields = of ? choiceFields(of) : [];
  const put = (at: number, part: Partial<ReportFilter>): void => face.onChange(rows.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="report-filters" id={face.id} tabIndex={-1}>
      {rows.map((row, at) => (
        <div key={at}>
          <select className="plain-input" aria-label={t(['字段', 'Field'])} value={row.name} onChange={(event) => put(at, { name: event.target.value, value: '' })}><option value="">{t(['请选择', 'Choose'])}</option>{fields.map(([name, label]) => <option key={name} value={name}>{t(label)}</option>)}</select>
          <ValueChoice field={of?.fields[row.name] as Field | undefined} value={row.value} label={t(['值', 'Value'])} onChange={(value) => put(at, { value })} />
          <button type="button" className="button" onClick={() => face.onChange(rows.filter((_, index) => index !== at))}>{t(['移除', 'Remove'])}</button>
        </div>
      ))}
      <button type="button" className="button" disabled={face.disabled || fields.length === 0} onClick={() => face.onChange([...rows, { name: '', value: '' }])}>{t(['加一个条件', 'Add a condition'])}</button>
    </div>
  );
}

function FieldWord({ row, name }: { row: WireRow; name: string }): ReactElement {
  const t = useT();
  const of = sourceOf(row);
  const field = String(row[name] ?? '');
  const label = MADE[field]?.label ?? (of?.fields[field] as Field | undefined)?.label;
  return <>{label ? t(label) : field === '' ? '' : '—'}</>;
}

function SourceWord({ row }: { row: WireRow }): ReactElement { const t = useT(); const of = sourceOf(row); return <>{of ? t(of.title) : '—'}</>; }

function FilterWords({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const of = sourceOf(row);
  const word = ({ name, value }: ReportFilter): string => {
    const field = of?.fields[name] as Field | undefined;
    const item = field?.dictionary?.items[value];
    return `${field ? t(field.label) : ''} ${item ? item[language === 'en' ? 1 : 0] : value === 'true' ? t(['是', 'Yes']) : value === 'false' ? t(['否', 'No']) : value}`;
  };
  return <>{((row.filters ?? []) as ReportFilter[]).map(word).join(language === 'en' ? ', ' : '、')}</>;
}

/** The answer, worked out when the report is opened, about the rows that its reader sees. */
function Answer({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { data, error } = useQuery({ queryKey: ['row', reportFile.name, 'run', row.id, row.version, language], staleTime: 0, retry: false, queryFn: ({ signal }) => get<ReportAnswer>(`${reportFile.path}/run`, { id: row.id }, { signal, quiet: true }) });
  const of = sourceOf(row);
  if (error) return <p className="field-problem" role="alert">{error.message}</p>;
  if (!data) return <i className="skeleton" style={{ width: '60%', marginTop: 16 }} />;
  const withSum = Boolean(row.measure);
  return (
    <section className="report-answer">
      <header><h3>{t(['结果', 'Result'])} <small>{grouped(data.count)} {t(['条', 'rows'])}{data.sum !== null && ` · ${t(['合计', 'sum'])} ${grouped(Number(data.sum))}`}</small></h3><button type="button" className="button" onClick={() => void download(`${reportFile.path}/take`, { id: row.id }, 'report.xlsx')}><Download size={15} aria-hidden />{t(['导出', 'Export'])}</button></header>
      {data.groups.length === 0 ? <p className="quiet">{t(['没有数据', 'No rows'])}</p> : (
        <>
          {row.chart !== 'none' && <Chart kind={row.chart === 'line' && of && isTime(of, String(row.groupBy)) ? 'line' : 'bar'} groups={data.groups} bySum={withSum} label={String(row.name)} />}
          <div className="report-table"><table>
            <thead><tr><th><FieldWord row={row} name="groupBy" /></th><th className="end">{t(['数量', 'Rows'])}</th>{withSum && <th className="end"><FieldWord row={row} name="measure" /></th>}</tr></thead>
            <tbody>{data.groups.map((one) => <tr key={one.key}><td>{one.label}</td><td className="end">{grouped(one.count)}</td>{withSum && <td className="end">{one.sum}</td>}</tr>)}</tbody>
          </table></div>
          {data.more && <p className="quiet">{t(['只显示前200组', 'Only the first 200 groups are shown'])}</p>}
        </>
      )}
    </section>
  );
}

export default screen(reportFile, {
  detailAside: Answer as never,
  inputs: { paperName: Source, groupBy: Group, measure: Sum, filters: Filters },
  columns: {
    paperName: (row) => <SourceWord row={row} />, groupBy: (row) => <FieldWord row={row} name="groupBy" />, measure: (row) => <FieldWord row={row} name="measure" />, filters: (row) => <FilterWords row={row} />,
  },
});
