import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Row } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { get } from '#kernel/web/http/http.ts';
import { findPaper, useMay } from '#kernel/web/registry/papers.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { type JobEntry, isEnded } from '#kernel/web/import-export/jobs/jobs.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { invariant } from './invariant.paper.ts';
import { checkData } from './quality.calls.ts';

const LOOK_MS = 1_500;

/** Check everything now; the table reloads when the job ends. */
function CheckNow(): ReactElement | null {
  const t = useT();
  const may = useMay(invariant)('check');
  const [job, setJob] = useState('');
  // Poll the job: its end may come before the page knows its id, or while the stream is broken.
  const { data } = useQuery({
    queryKey: ['job', job],
    enabled: job !== '',
    queryFn: () => get<JobEntry>('blade-core/job', { id: job }, { quiet: true }),
    refetchInterval: LOOK_MS,
    staleTime: 0,
  });
  useEffect(() => {
    if (!job || !data || !isEnded(data)) return;
    setJob('');
    refresh(invariant.name);
    if (data.state === 'failed') toast.bad(data.error || t(['检查失败', 'The check failed']));
    else toast.good(t(['已检查', 'Checked']));
  }, [job, data]);
  if (!may) return null;
  const go = async (): Promise<void> => setJob((await askCall(checkData, {}, { key: newKey() })).job);
  return (
    <button type="button" className="button" disabled={job !== ''} onClick={() => void go()}>
      {job ? t(['正在检查…', 'Checking…']) : t(['立即检查', 'Check now'])}
    </button>
  );
}

/** Id of a finding that concerns no single row. */
const NO_ROW = '0';

/** Rows that violate the invariant, with links to their papers. */
function Findings({ row }: { row: Row<typeof invariant> }): ReactElement {
  const t = useT();
  const findings = row.findings ?? [];
  return (
    <section className="detail-group">
      <h3>
        {t(['违反的行', 'Rows that violate the rule'])} {Boolean(row.violations) && <small>{row.violations}</small>}
      </h3>
      {row.failure && <p className="field-problem">{row.failure}</p>}
      {findings.length === 0 ? (
        <p className="quiet">{t(['没有', 'none'])}</p>
      ) : (
        <ul>
          {findings.map((one) => {
            const of = findPaper(one.paper);
            return (
              <li key={`${one.paper}${one.id}${one.words}`}>
                {of?.menu && one.id !== NO_ROW ? (
                  <Link to={`${of.menu.path}?id=${one.id}`}>
                    {t(of.title)} {one.words}
                  </Link>
                ) : (
                  one.words
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** The invariant in the reader's language; its title is stored in both. */
function Holds({ words }: { words: string }): ReactElement {
  const t = useT();
  const [zh, ...en] = words.split(' · ');
  return <>{t([zh, en.join(' · ') || zh])}</>;
}

export default screen(invariant, {
  toolbar: CheckNow,
  columns: { invariantTitle: (row) => <Holds words={String(row.invariantTitle ?? '')} /> },
  detailTabs: [{ key: 'findings', label: ['违反的行', 'Rows'], Content: Findings }],
});
