import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { AnswerView } from '../answer.view.tsx';
import { type ReportAnswer, previewReport } from '../reports.calls.ts';

type Values = Readonly<Record<string, unknown>>;

const ASKS = [
  'paperName',
  'shape',
  'columns',
  'groupBy',
  'thenBy',
  'groupUnit',
  'measures',
  'span',
  'filters',
  'orderBy',
  'orderDown',
  'mostRows',
  'chart',
];
const RESTED_MS = 250;

/** Is the input complete enough to run the report? */
const isAsked = (values: Values): boolean =>
  Boolean(values.paperName) &&
  (values.shape === 'list' ? Array.isArray(values.columns) && values.columns.length > 0 : Boolean(values.groupBy));

function useRested<T>(value: T, key: string): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), RESTED_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return rested;
}

/** Preview of an unsaved report for its author: its first lines. */
export function ReportPreview({ values }: { values: Values }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const now = Object.fromEntries(ASKS.map((name) => [name, values[name] ?? null]));
  const rested = useRested(now, JSON.stringify(now));
  const { data, error, isPlaceholderData } = useQuery<ReportAnswer>({
    queryKey: ['report-preview', rested, language],
    enabled: isAsked(rested),
    retry: false,
    staleTime: 10_000,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => askCall(previewReport, rested, { quiet: true, signal }),
  });
  const head = (
    <h3>
      {t(['预览', 'Preview'])}
      {data && isAsked(rested) && !error && (
        <small> {t([`共 ${grouped(data.count)} 条`, counted(data.count, 'row')])}</small>
      )}
    </h3>
  );
  if (!isAsked(rested))
    return (
      <aside className="report-answer report-preview">
        {head}
        <p className="quiet">
          {rested.paperName
            ? t(
                rested.shape === 'list'
                  ? ['加一列，就能看到结果', 'Add a column to see the result']
                  : ['选择分组，就能看到结果', 'Choose groups to see the result'],
              )
            : t(['选择数据来源，就能看到结果', 'Choose whose rows to see the result'])}
        </p>
      </aside>
    );
  return (
    <aside className="report-answer report-preview" aria-busy={isPlaceholderData || undefined}>
      {head}
      {error ? (
        <p className="field-problem" role="alert">
          {error.message}
        </p>
      ) : data ? (
        <AnswerView answer={data} chart={String(rested.chart ?? 'none')} label={t(['预览', 'Preview'])} />
      ) : (
        <i className="skeleton" style={{ width: '60%' }} />
      )}
    </aside>
  );
}
