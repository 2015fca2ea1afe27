import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, Pin } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { downloadFile } from '#kernel/web/http/files.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { session } from '#kernel/web/session/session.ts';
import { toggleTile, useLayout } from '#kernel/web/tabs/tiles/layout.ts';
import { MAX_PINS, pinKey, pinsIn } from '#kernel/web/tabs/tiles/pins.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { AnswerView } from './answer.view.tsx';
import { type ReportAnswer, runReport, takeReport } from './reports.calls.ts';
import { GroupChoice, OrderChoice, Shape, Source, Then } from './editor/choices.view.tsx';
import { Columns, Measures } from './editor/columns.view.tsx';
import { ConditionWords, Conditions } from './editor/conditions.view.tsx';
import { ReportPreview } from './editor/preview.view.tsx';
import { labelOf, useSource } from './editor/source.view.tsx';
import { type ReportColumn, type Measure, reportFile } from './report-file.paper.ts';
import { keyOf, measureLabel, measuresOf } from './report.rules.ts';

/** The label of the field that this column of a report names. */
function FieldWord({ row, name }: { row: WireRow; name: string }): ReactElement {
  const t = useT();
  const of = useSource(row);
  return <>{row[name] ? t(labelOf(of, String(row[name]))) : ''}</>;
}

function SourceWord({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const of = useSource(row);
  return <>{of ? t(of.title) : '—'}</>;
}

function ColumnWords({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const of = useSource(row);
  return <>{((row.columns ?? []) as ReportColumn[]).map((one) => t(labelOf(of, one.name))).join(t(['、', ', ']))}</>;
}

function MeasureWords({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const of = useSource(row);
  return (
    <>
      {of &&
        row.shape !== 'list' &&
        measuresOf({ measures: row.measures as Measure[] | null })
          .map((one) => t(measureLabel(of, one)))
          .join(t(['、', '; ']))}
    </>
  );
}

function OrderWord({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const of = useSource(row);
  const by = String(row.orderBy ?? '');
  const measure = measuresOf({ measures: row.measures as Measure[] | null }).find((one) => keyOf(one) === by);
  return (
    <>
      {by === 'group'
        ? t(['分组', 'The group'])
        : measure && of
          ? t(measureLabel(of, measure))
          : by && t(labelOf(of, by))}
    </>
  );
}

const SIZE = 50;

function Pages({ answer, go }: { answer: ReportAnswer; go: (to: number) => void }): ReactElement {
  const t = useT();
  const last = Math.max(1, Math.ceil(answer.lines / answer.size));
  const { current } = answer;
  return (
    <nav className="pages report-pages" aria-label={t(['翻页', 'Pages'])}>
      <button
        type="button"
        className="icon-button"
        aria-disabled={current <= 1}
        aria-label={t(['上一页', 'Previous page'])}
        onClick={() => {
          if (current > 1) go(current - 1);
        }}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      <span>
        {current} / {last}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-disabled={current >= last}
        aria-label={t(['下一页', 'Next page'])}
        onClick={() => {
          if (current < last) go(current + 1);
        }}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </nav>
  );
}

/** Button that pins a report to the workbench, or unpins it. */
function PinToWork({ id }: { id: string }): ReactElement | null {
  const t = useT();
  const role = session()?.roles[0] ?? '';
  const layout = useLayout('work', role);
  if (!layout) return null;
  const key = pinKey(reportFile.name, id);
  const isThere = layout.order.includes(key);
  const isFull = !isThere && pinsIn(layout.order).length >= MAX_PINS;
  return (
    <button
      type="button"
      className="button plain"
      aria-pressed={isThere}
      disabled={isFull}
      title={isFull ? t([`最多钉 ${MAX_PINS} 张`, `At most ${MAX_PINS} are pinned`]) : undefined}
      onClick={() => {
        void toggleTile('work', key, !isThere, role).then(() =>
          toast.good(
            isThere ? t(['已从工作台取下', 'Taken off the workbench']) : t(['已钉到工作台', 'Pinned to the workbench']),
          ),
        );
      }}
    >
      <Pin size={15} aria-hidden />
      {isThere ? t(['从工作台取下', 'Unpin']) : t(['钉到工作台', 'Pin to the workbench'])}
    </button>
  );
}

/** The answer of the report for its reader, computed when it is opened. */
function Answer({ row }: { row: WireRow }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [current, setCurrent] = useState(1);
  const { data, error } = useQuery<ReportAnswer>({
    queryKey: ['row', reportFile.name, 'run', row.id, row.version, current, language],
    staleTime: 0,
    retry: false,
    placeholderData: (before, query) => (query?.queryKey[3] === row.id ? before : undefined),
    queryFn: ({ signal }) => askCall(runReport, { id: row.id, current, size: SIZE }, { signal, quiet: true }),
  });
  if (error)
    return (
      <p className="field-problem" role="alert">
        {error.message}
      </p>
    );
  if (!data) return <i className="skeleton" style={{ width: '60%', marginTop: 16 }} />;
  const take = (format: 'xlsx' | 'csv'): void =>
    void downloadFile(takeReport.path, { id: row.id, format }, `report.${format}`);
  return (
    <section className="report-answer">
      <header>
        <h3>
          {t(['结果', 'Result'])} <small>{t([`${grouped(data.count)} 条`, counted(data.count, 'row')])}</small>
        </h3>
        <PinToWork id={row.id} />
        {data.mayTake && (
          <span className="report-take">
            <button type="button" className="button" onClick={() => take('xlsx')}>
              <Download size={15} aria-hidden />
              {t(['导出 Excel', 'Export Excel'])}
            </button>
            <button type="button" className="button" onClick={() => take('csv')}>
              CSV
            </button>
          </span>
        )}
      </header>
      <AnswerView answer={data} chart={String(row.chart ?? 'none')} label={String(row.name)} />
      {row.shape === 'list' && data.lines > data.size && <Pages answer={data} go={setCurrent} />}
    </section>
  );
}

export default screen(reportFile, {
  detailAside: Answer,
  formAside: ReportPreview,
  printAt: (row) => `/report/print/${row.id}`,
  inputs: {
    paperName: Source,
    shape: Shape,
    columns: Columns,
    groupBy: GroupChoice,
    thenBy: Then,
    measures: Measures,
    filters: Conditions,
    orderBy: OrderChoice,
  },
  columns: {
    paperName: (row) => <SourceWord row={row} />,
    groupBy: (row) => <FieldWord row={row} name="groupBy" />,
    thenBy: (row) => <FieldWord row={row} name="thenBy" />,
    orderBy: (row) => <OrderWord row={row} />,
    columns: (row) => <ColumnWords row={row} />,
    measures: (row) => <MeasureWords row={row} />,
    filters: (row) => <ConditionWords row={row} />,
  },
});
