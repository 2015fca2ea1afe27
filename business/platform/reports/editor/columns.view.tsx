import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { Sigma } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { ReportColumn, Measure } from '../report-file.paper.ts';
import { columnFields, has, isSummedAtFirst, sumFields } from '../report.rules.ts';
import { AddByName, type LabelledNames } from './add-by-name.view.tsx';
import { OrderedRows } from './ordered-rows.view.tsx';
import { labelOf, useSource } from './source.view.tsx';

const rowsIn = <T,>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

interface PickedProps<T> {
  readonly face: InputFace;
  readonly rows: readonly T[];
  readonly nameOf: (row: T) => string;
  /** Further controls of a row, shown beside its name. */
  readonly beside: (row: T, change: (to: T) => void) => ReactNode;
  readonly label: Label;
  readonly choices: LabelledNames;
  readonly made: (name: string) => T;
}

/** A sortable list of chosen names, and the field that adds one. */
function Picked<T>({ face, rows, nameOf, beside, label, choices, made }: PickedProps<T>): ReactElement {
  const of = useSource(face.values);
  const put = (next: readonly T[]): void => face.onChange(next);
  return (
    <div className="report-picked">
      <OrderedRows
        rows={rows}
        nameOf={nameOf}
        disabled={face.disabled}
        onChange={put}
        content={(row, at) => (
          <>
            <span>{nameOf(row)}</span>
            {beside(row, (to) => put(rows.map((one, index) => (index === at ? to : one))))}
          </>
        )}
      />
      <AddByName
        id={face.id}
        label={label}
        choices={choices}
        disabled={face.disabled || !of}
        invalid={face.invalid}
        describedBy={face.describedBy}
        onAdd={(name) => put([...rows, made(name)])}
      />
    </div>
  );
}

/** The columns of a list report: added by name, sortable, and numbers with a sum on request. */
export function Columns(face: InputFace): ReactElement {
  const t = useT();
  const of = useSource(face.values);
  const rows = rowsIn<ReportColumn>(face.value);
  const free = of ? columnFields(of).filter(([name]) => !rows.some((row) => row.name === name)) : [];
  const nameOf = (row: ReportColumn): string => t(labelOf(of, row.name));
  const sums = of ? sumFields(of) : [];
  return (
    <Picked
      face={face}
      rows={rows}
      nameOf={nameOf}
      label={['加一列：输入名称查找', 'Add a column: type its name']}
      choices={free}
      made={(name): ReportColumn => ({ name, ...(of && isSummedAtFirst(of, name) && { sum: true }) })}
      beside={(row, change) =>
        has(sums, row.name) && (
          <button
            type="button"
            className="icon-button small"
            disabled={face.disabled}
            aria-pressed={row.sum === true}
            title={t(['合计', 'Add up'])}
            aria-label={t([`${nameOf(row)}合计`, `Add up ${nameOf(row)}`])}
            onClick={() => change({ ...row, sum: !row.sum })}
          >
            <Sigma size={14} aria-hidden />
          </button>
        )
      }
    />
  );
}

const HOWS = [
  ['sum', ['合计', 'Sum']],
  ['average', ['平均', 'Average']],
  ['min', ['最小', 'Minimum']],
  ['max', ['最大', 'Maximum']],
] as const;
const COUNT = 'count';

/** The measures of each group. Without any, the rows are counted. */
export function Measures(face: InputFace): ReactElement {
  const t = useT();
  const of = useSource(face.values);
  const rows = rowsIn<Measure>(face.value);
  const nameOf = (row: Measure): string =>
    t(row.how === COUNT ? ['数量', 'Number of rows'] : labelOf(of, row.name ?? ''));
  const free = [
    ...(rows.some((row) => row.how === COUNT) ? [] : [[COUNT, ['数量', 'Number of rows']] as const]),
    ...(of ? sumFields(of) : []),
  ];
  return (
    <Picked
      face={face}
      rows={rows}
      nameOf={nameOf}
      label={rows.length ? ['加一个指标', 'Add a measure'] : ['不选则只计数量', 'Only counts, unless you choose']}
      choices={free}
      made={(name): Measure => (name === COUNT ? { how: COUNT } : { how: 'sum', name })}
      beside={(row, change) =>
        row.how !== COUNT && (
          <ChoiceBox
            disabled={face.disabled}
            label={t([`${nameOf(row)}怎样算`, `How ${nameOf(row)} is calculated`])}
            value={row.how}
            items={HOWS.map(([how, label]) => ({ key: how, label: t(label) }))}
            onChange={(how) => change({ ...row, how: how as Measure['how'] })}
          />
        )
      }
    />
  );
}
