import { Download } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { downloadByTicket } from '../../http/files.ts';
import { shortMoment } from '../../i18n/dates.ts';
import { counted } from '../../i18n/plural.ts';
import { useLanguage, useT } from '../../i18n/words.ts';
import { type JobEntry, isEnded, lookAgain, markJobsSeen, titleOf, useJobs } from './jobs.ts';
import './jobs.css';

const states: Readonly<Record<NonNullable<JobEntry['state']>, readonly [Label, string]>> = {
  waiting: [['等待中', 'Waiting'], 'grey'],
  running: [['进行中', 'Under way'], 'blue'],
  done: [['已完成', 'Done'], 'green'],
  failed: [['没有完成', 'Not finished'], 'red'],
};

function JobLine({ job, isNew, onClose }: { job: JobEntry; isNew: boolean; onClose: () => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const [label, tone] = states[job.state ?? 'waiting'];
  const share = Math.min(100, Math.round((100 * (job.done ?? 0)) / Math.max(1, job.total ?? 1)));
  const file = job.answer?.file;
  const rows = job.answer?.rows;
  const gone = job.kind === 'export' && job.state === 'done' && !file;
  return (
    <li data-new={isNew}>
      <div className="job-words">
        <p>
          <b>{t(titleOf(job))}</b> <span className={`pill ${tone}`}>{t(label)}</span>
        </p>
        <p className="quiet">
          <time>{shortMoment(job.created ?? '', language)}</time>
          {rows !== undefined && <span>{t([`${rows} 行`, counted(rows, 'row')])}</span>}
          {gone && <span>{t(['文件已过期，请重新导出', 'The file is no longer kept; export again'])}</span>}
          {job.state === 'failed' && <span className="job-why">{job.error || t(['任务失败', 'The job failed'])}</span>}
        </p>
        {!isEnded(job) && <progress max={100} value={share} aria-label={t(['进度', 'Progress'])} />}
      </div>
      {!isEnded(job) && job.total ? <span className="mono quiet">{share}%</span> : null}
      {file && (
        <button type="button" className="button" onClick={() => void downloadByTicket(file)}>
          <Download size={15} aria-hidden />
          {t(['下载', 'Download'])}
        </button>
      )}
      {job.batch && job.paper && (
        <button
          type="button"
          className="button"
          onClick={() => {
            onClose();
            void navigate(`/import/${job.paper}?batch=${job.batch}`);
          }}
        >
          {t(['查看', 'Open'])}
        </button>
      )}
    </li>
  );
}

/** The jobs of the person: progress, results, and reasons of failures. */
export function JobsDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT();
  const jobs = useJobs(true);
  // Read the list when the dialog opens, because the page may have missed an event about a job.
  useEffect(lookAgain, []);
  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  const unseen =
    jobs
      ?.filter((job) => isEnded(job) && !job.seen)
      .map((job) => job.id)
      .join(' ') ?? '';
  useEffect(() => {
    if (!unseen) return;
    setNews((now) => new Set([...now, ...unseen.split(' ')]));
    void markJobsSeen(unseen.split(' ')).catch(() => undefined);
  }, [unseen]);
  return (
    <Dialog
      title={t(['我的任务', 'My jobs'])}
      width={560}
      onClose={onClose}
      foot={
        <>
          <span className="quiet">{t(['导出的文件保留 7 天', 'Exported files are kept for 7 days'])}</span>
          <span className="spring" />
          <button type="button" className="button" data-autofocus onClick={onClose}>
            {t(['关闭', 'Close'])}
          </button>
        </>
      }
    >
      {jobs?.length === 0 && (
        <p className="quiet">
          {t([
            '还没有后台任务。数据较多的导出和每次导入都会列在这里。',
            'Nothing yet. Large exports and every import are listed here.',
          ])}
        </p>
      )}
      {!jobs && <i className="skeleton" style={{ width: '60%' }} />}
      <ul className="jobs">
        {jobs?.map((job) => (
          <JobLine key={job.id} job={job} isNew={news.has(job.id)} onClose={onClose} />
        ))}
      </ul>
    </Dialog>
  );
}
