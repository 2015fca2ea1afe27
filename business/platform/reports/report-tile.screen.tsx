import { menuOf } from '#kernel/language/paper.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { fetchRow } from '#kernel/web/registry/paper-calls.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { toggleTile } from '#kernel/web/tabs/tiles/layout.ts';
import { pinKey } from '#kernel/web/tabs/tiles/pins.ts';
import { session } from '#kernel/web/session/session.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { AnswerView } from './answer.view.tsx';
import { reportFile } from './report-file.paper.ts';
import { runReport } from './reports.calls.ts';

/** Rows of a list report on the workbench. */
const SHOWN = 5;
const TEN_MINUTES = 600_000;

/** Tile of a pinned report. If the report cannot be read, the tile shows why and can be unpinned. */
export default function ReportTile({ id }: { id: string }): ReactElement {
  const t = useT();
  const { data: report, error: gone } = useQuery({
    queryKey: ['row', reportFile.name, id],
    queryFn: () => fetchRow(reportFile, id),
    retry: false,
  });
  const { data: answer, error } = useCall(
    runReport,
    { id, size: SHOWN },
    { staleTime: TEN_MINUTES, retry: false, quiet: true },
  );
  const title = report ? String(report.name) : t(reportFile.title);
  return (
    <>
      <h2>
        {title}
        {report && <Link to={`${menuOf(reportFile).path}?id=${id}`}>{t(['打开', 'Open'])}</Link>}
      </h2>
      {gone || error ? (
        <p className="quiet" role="alert">
          {(gone ?? error)?.message}{' '}
          <button
            type="button"
            className="link"
            onClick={() => void toggleTile('work', pinKey(reportFile.name, id), false, session()?.roles[0])}
          >
            {t(['取下', 'Unpin'])}
          </button>
        </p>
      ) : (
        answer && <AnswerView answer={answer} chart={String(report?.chart ?? 'none')} label={title} />
      )}
    </>
  );
}
