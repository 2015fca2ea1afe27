import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { useTabPath, useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { Sheets } from '#kernel/web/import-export/print/sheets.tsx';
import { counted, grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { AnswerView } from './answer.view.tsx';
import { noteReportPrint, runReport } from './reports.calls.ts';
import { reportFile } from './report-file.paper.ts';

/** Maximum of columns on an upright page; a wider report is printed in landscape. */
const UPRIGHT = 6;

/** Print view of a report, at `/report/print/<id>`: its answer in one piece, up to the maximum of printed rows. */
export default function ReportPrint(): ReactElement {
  const t = useT();
  const language = useLanguage();
  const id = useTabPath().split('/').at(-1) ?? '';
  const row = useQuery({
    queryKey: ['row', reportFile.name, id, language],
    queryFn: ({ signal }) => fetchRow(reportFile, id, signal),
  });
  const run = useQuery({
    queryKey: ['row', reportFile.name, 'run', id, 'whole', language],
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => askCall(runReport, { id, whole: true }, { signal, quiet: true }),
  });
  const name = String(row.data?.name ?? t(reportFile.title));
  useTabTitle(name);
  const error = row.error ?? run.error;
  if (error)
    return (
      <div className="table-empty" role="alert">
        <b>{t(['没有读到要打印的内容', 'There is nothing to print'])}</b>
        <span>{error.message}</span>
      </div>
    );
  if (!row.data || !run.data) return <div aria-busy="true" />;
  const { data: answer } = run;
  const left = row.data.shape === 'list' ? answer.lines - answer.rows.length : 0;
  return (
    <Sheets
      title={name}
      size={answer.columns.length > UPRIGHT ? 'A4 landscape' : 'A4'}
      count={() => askCall(noteReportPrint, { id })}
    >
      <article className="sheet report-sheet">
        <header className="sheet-head">
          <div>
            <h2>{name}</h2>
            <p>{t([`共 ${grouped(answer.count)} 条`, counted(answer.count, 'row')])}</p>
          </div>
        </header>
        <AnswerView answer={answer} chart={String(row.data.chart ?? 'none')} label={name} />
        {left > 0 && (
          <p>
            {t([
              `还有 ${grouped(left)} 条没有打印，请导出查看`,
              `${counted(left, 'row')} more; export the report to see them`,
            ])}
          </p>
        )}
      </article>
    </Sheets>
  );
}
