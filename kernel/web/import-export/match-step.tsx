import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, FileSpreadsheet } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { importable } from '#kernel/fields/importable.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '../http/http.ts';
import { counted, grouped } from '../i18n/plural.ts';
import { useT } from '../i18n/words.ts';
import { ChoiceBox } from '../pickers/choice-box.tsx';
import type { ChoiceItem } from '../pickers/list-below.tsx';
import { callOf } from '../registry/paper-calls.ts';
import { useKeys } from '../shortcuts/keys.ts';
import type { SheetLayout, UploadedColumn, UploadedSheet } from './import-batch.ts';
import { useMending } from './repairs.ts';
import './match.css';

/** The first rows of each sheet of an uploaded file, and the columns of one header. */
interface FileLayout extends Omit<SheetLayout, 'sheet' | 'sheets' | 'dropped'> {
  readonly sheet: number;
  readonly total: number;
  readonly isFiltered: boolean;
  readonly sheets: readonly {
    readonly name: string;
    readonly rows: number;
    readonly head: readonly { readonly at: number; readonly isHidden: boolean; readonly cells: readonly string[] }[];
  }[];
  readonly columns: readonly (UploadedColumn & { readonly sample: string })[];
}

/** The header that the person has chosen; absent parts stay as they were recognised. */
interface Chosen {
  readonly sheet?: number;
  readonly header?: number;
  readonly height?: number;
}

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB 18030',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};
const SEPARATORS: Readonly<Record<string, Label>> = {
  ',': ['逗号分隔', 'separated by commas'],
  ';': ['分号分隔', 'separated by semicolons'],
  '\t': ['制表符分隔', 'separated by tabs'],
  '|': ['竖线分隔', 'separated by bars'],
};

/** Return the encoding and the separator of a CSV in words; empty for a workbook. */
function useRecognised({ encoding, delimiter }: Pick<SheetLayout, 'encoding' | 'delimiter'>): string[] {
  const t = useT();
  if (!encoding) return [];
  return [
    ENCODINGS[encoding] ?? encoding,
    t(SEPARATORS[delimiter] ?? [`“${delimiter}”分隔`, `separated by “${delimiter}”`]),
  ];
}

/** Shows how a file was recognised: its sheet, its header, its encoding, and hidden rows that are left out. */
export function Recognised({ layout }: { layout: SheetLayout }): ReactElement {
  const t = useT();
  const { sheet, sheets, header, height, hiddenRows, hidden } = layout;
  const rows = height === 2 ? `${header - 1}–${header}` : String(header);
  const facts = [
    ...(sheets > 1 ? [t([`工作表“${sheet}”`, `sheet “${sheet}”`])] : []),
    t([`表头第 ${rows} 行`, `header in row ${rows}`]),
    ...useRecognised(layout),
    ...(hiddenRows
      ? [
          hidden === 'out'
            ? t([`不含 ${grouped(hiddenRows)} 行隐藏的行`, `without ${counted(hiddenRows, 'hidden row')}`])
            : t([`含 ${grouped(hiddenRows)} 行隐藏的行`, `with ${counted(hiddenRows, 'hidden row')}`]),
        ]
      : []),
  ];
  return <span className="quiet import-recognised">{facts.join(' · ')}</span>;
}

const readLayout = (of: AnyPaper, batch: string, chosen: Chosen): Promise<FileLayout> =>
  get(callOf(of, 'import/layout'), { batch, ...chosen });

/** The question whether hidden rows are imported. It must be answered. */
function HiddenRows({
  layout: { hiddenRows, isFiltered },
  value,
  onChange,
}: {
  layout: FileLayout;
  value: string;
  onChange: (hidden: string) => void;
}): ReactElement | null {
  const t = useT();
  if (!hiddenRows) return null;
  const title = isFiltered
    ? t([`筛选隐藏了 ${grouped(hiddenRows)} 行`, `A filter hides ${counted(hiddenRows, 'row')}`])
    : t([`隐藏的行：${grouped(hiddenRows)}`, `Hidden rows: ${grouped(hiddenRows)}`]);
  return (
    <fieldset className="match-hidden" data-open={!value}>
      <legend>{title}</legend>
      {(
        [
          ['in', ['带上', 'Take']],
          ['out', ['不带', 'Leave out']],
        ] as const
      ).map(([key, label]) => (
        <label key={key}>
          <input type="radio" name="hidden-rows" checked={value === key} onChange={() => onChange(key)} /> {t(label)}
        </label>
      ))}
    </fieldset>
  );
}

/** The choices of a column: the fields that no other column has, and the key columns that it was recognised as. */
function useItems(
  of: AnyPaper,
  columns: readonly UploadedColumn[],
  fieldOf: (column: UploadedColumn) => string,
): (column: UploadedColumn) => ChoiceItem[] {
  const t = useT();
  const taken = new Map(columns.map((column) => [fieldOf(column), column.at]));
  const keys: Readonly<Record<string, Label>> = { id: ['数据 ID', 'row id'], tenantId: ['只核对', 'compared only'] };
  return (column) => [
    { key: '', label: t(['不导入', 'not imported']) },
    ...(keys[column.field] ? [{ key: column.field, label: t(keys[column.field]) }] : []),
    ...importable(of)
      .filter(([name]) => !taken.has(name) || taken.get(name) === column.at)
      .map(([name, field]) => ({ key: name, label: t(field.label) })),
  ];
}

/** The first rows of the sheet: each column with its field above, the header rows marked. */
function HeadTable({
  of,
  layout,
  fields,
  onField,
  onHeader,
}: {
  of: AnyPaper;
  layout: FileLayout;
  fields: Readonly<Record<number, string>>;
  onField: (at: number, field: string) => void;
  onHeader: (row: number) => void;
}): ReactElement {
  const t = useT();
  const { columns, header, height } = layout;
  const { head } = layout.sheets[layout.sheet];
  const fieldOf = (column: UploadedColumn): string => fields[column.at] ?? column.field;
  const itemsFor = useItems(of, columns, fieldOf);
  const last = head.findIndex((row) => row.at === header);
  const width = Math.max(...columns.map((column) => column.at + 1), ...head.map((row) => row.cells.length));
  const places = Array.from({ length: width }, (_, at) => at);
  return (
    <div
      className="table-scroll match-scroll"
      tabIndex={0}
      role="region"
      aria-label={t(['文件的前几行', 'First rows'])}
    >
      <table className="match-head">
        <thead>
          <tr>
            <th>{t(['字段', 'Field'])}</th>
            {places.map((at) => {
              const column = columns.find((one) => one.at === at);
              return (
                <th key={at} data-open={column !== undefined && !fieldOf(column)}>
                  {column && (
                    <ChoiceBox
                      label={t([`${column.header} 对应的字段`, `Field of ${column.header}`])}
                      value={fieldOf(column)}
                      items={itemsFor(column)}
                      onChange={(field) => onField(at, field)}
                    />
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {head.map((row, index) => {
            const isHeader = index <= last && index > last - height;
            return (
              <tr key={row.at} data-header={isHeader} data-above={index < last && !isHeader} data-hidden={row.isHidden}>
                <th scope="row">
                  <button
                    type="button"
                    className="match-row"
                    aria-pressed={isHeader}
                    title={t([`第 ${row.at} 行作表头`, `Row ${row.at} is the header`])}
                    onClick={() => onHeader(row.at)}
                  >
                    {row.at} {isHeader && <b>{t(['表头', 'Header'])}</b>}
                    {row.isHidden && <i>{t(['隐藏', 'hidden'])}</i>}
                  </button>
                </th>
                {places.map((at) => (
                  <td key={at}>{row.cells[at] ?? ''}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Return the number of rows that are checked, with or without the hidden ones. */
const rowsTaken = ({ total, hidden, hiddenRows }: FileLayout, answer: string): number =>
  total + (hidden === 'out' ? hiddenRows : 0) - (answer === 'out' ? hiddenRows : 0);

/** The step of an import that shows how the file was recognised, and lets its person correct it before the check. */
export function MatchStep({
  of,
  batch,
  onLeave,
  onDone,
}: {
  of: AnyPaper;
  batch: UploadedSheet;
  /** Go back to the checked rows; absent: nothing is checked yet. */ onLeave?: () => void;
  onDone: () => void;
}): ReactElement {
  const t = useT();
  const mending = useMending(of, batch.batch);
  const [chosen, setChosen] = useState<Chosen>({});
  const [fields, setFields] = useState<Readonly<Record<number, string>>>({});
  const [hidden, setHidden] = useState('');
  const {
    data: layout,
    error,
    isFetching,
  } = useQuery({
    queryKey: ['import', batch.batch, 'layout', chosen],
    queryFn: () => readLayout(of, batch.batch, chosen),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // The version of an earlier visit has been overtaken by the check.
    gcTime: 0,
  });
  const choose = (next: Chosen): void => {
    setChosen(next);
    setFields({});
    if (next.sheet !== chosen.sheet) setHidden('');
  };
  const answer = hidden || (layout?.hidden ?? '');
  const isOpen = layout !== undefined && layout.hiddenRows > 0 && !answer;
  const rows = layout ? rowsTaken(layout, answer) : 0;
  const matched = layout?.columns.filter((column) => fields[column.at] ?? column.field).length ?? 0;
  const mayCheck = layout !== undefined && !isFetching && !isOpen && rows > 0 && matched > 0;
  const save = async (): Promise<void> => {
    if (!mayCheck) return;
    await mending.match({
      version: layout.version,
      sheet: layout.sheet,
      header: layout.header,
      height: layout.height,
      ...(answer && { hidden: answer }),
      columns: layout.columns.map(({ at, field }) => ({ at, field: fields[at] ?? field })),
    });
    onDone();
  };
  useKeys([{ keys: 'Ctrl+Enter', label: ['校验', 'Check'], typing: true, run: () => void save() }]);
  const csv = useRecognised(layout ?? { encoding: '', delimiter: '' });
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['读不到这个文件', 'The file could not be read'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!layout) return <div className="page-wait" aria-busy="true" />;
  const { head } = layout.sheets[layout.sheet];
  const mayBeTwo = head.findIndex((row) => row.at === layout.header) > 0;
  return (
    <div className="match">
      <div className="match-bar">
        <FileSpreadsheet size={16} aria-hidden />
        <b>{batch.name}</b>
        {csv.length > 0 && <span className="quiet">{csv.join(' · ')}</span>}
        {layout.sheets.length > 1 && (
          <div className="match-sheet">
            <ChoiceBox
              label={t(['工作表', 'Sheet'])}
              value={String(layout.sheet)}
              items={layout.sheets.map(({ name, rows: n }, at) => ({
                key: String(at),
                label: t([`${name}（${grouped(n)} 行）`, `${name} (${counted(n, 'row')})`]),
              }))}
              onChange={(sheet) => choose({ sheet: Number(sheet) })}
            />
          </div>
        )}
        <label className="match-two" data-off={!mayBeTwo}>
          <input
            type="checkbox"
            checked={layout.height === 2}
            disabled={!mayBeTwo}
            onChange={() => choose({ sheet: layout.sheet, header: layout.header, height: layout.height === 2 ? 1 : 2 })}
          />{' '}
          {t(['表头占两行', 'Header of two rows'])}
        </label>
        <HiddenRows layout={layout} value={answer} onChange={setHidden} />
        <span className="spring" />
        {onLeave && (
          <button type="button" className="button plain" onClick={onLeave}>
            {t(['取消', 'Cancel'])}
          </button>
        )}
        <button type="button" className="button strong" disabled={!mayCheck} onClick={() => void save()}>
          <Check size={15} aria-hidden />
          {t([`校验 ${grouped(rows)} 行`, `Check ${counted(rows, 'row')}`])} <kbd>Ctrl ⏎</kbd>
        </button>
      </div>
      <p className="match-hint quiet">
        {t([
          `还没有写入任何数据。点行号可换表头；每列上方选字段，${layout.columns.length} 列已对应 ${matched} 列。`,
          `Nothing has been written yet. Click a row number to make it the header, and choose the field above each column: ${matched} of ${layout.columns.length} matched.`,
        ])}
      </p>
      <HeadTable
        of={of}
        layout={layout}
        fields={fields}
        onField={(at, field) => setFields({ ...fields, [at]: field })}
        onHeader={(header) => choose({ sheet: layout.sheet, header })}
      />
      <p className="match-hint quiet">
        {t(['表头相同的文件下次照此对应', 'Remembered for the next file with these headers'])}
      </p>
    </div>
  );
}
