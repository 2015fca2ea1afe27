import { ListChecks } from 'lucide-react';
import { type ReactElement, Suspense, lazy, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { downloadByTicket } from '../../http/files.ts';
import { type LiveEvent, useLive } from '../../realtime/live.ts';
import { toast } from '../../toast/toasts.ts';
import { useT } from '../../i18n/words.ts';
import {
  type JobEntry,
  hearJob,
  isEnded,
  isWatched,
  lookAgain,
  markJobsSeen,
  titleOf,
  unfollowJob,
  useJobs,
} from './jobs.ts';

const JobsDialog = lazy(() => import('./jobs-dialog.tsx').then((module) => ({ default: module.JobsDialog })));

const TOLD_MS = 20_000;

/** Announce the end of a job that was started on this page, with a link to its result. */
function useTold(jobs: readonly JobEntry[] | undefined, onOpen: () => void): void {
  const t = useT();
  const navigate = useNavigate();
  useEffect(() => {
    const before = jobs?.filter((job) => isEnded(job) && !job.seen && isWatched(job.id)).map((job) => job.id) ?? [];
    if (before.length) void markJobsSeen(before).catch(() => undefined);
    for (const job of jobs?.filter(isEnded) ?? []) {
      if (!unfollowJob(job.id)) continue;
      const list = { label: t(['我的任务', 'My jobs']), run: onOpen, ms: TOLD_MS };
      const file = job.answer?.file;
      const place =
        job.batch && job.paper
          ? {
              label: t(['查看', 'Open']),
              run: () => void navigate(`/import/${job.paper}?batch=${job.batch}`),
              ms: TOLD_MS,
            }
          : list;
      if (job.state === 'failed')
        toast.bad(
          t([`${titleOf(job)[0]}没有完成：${job.error}`, `${titleOf(job)[1]} was not finished: ${job.error}`]),
          job.id,
          place,
        );
      else
        toast.good(
          t([`${titleOf(job)[0]}已完成`, `${titleOf(job)[1]} is ready`]),
          file ? { label: t(['下载', 'Download']), run: () => void downloadByTicket(file), ms: TOLD_MS } : place,
        );
    }
  }, [jobs]);
}

/** The button of the top bar for jobs. It shows whether one is running, and how many have ended without being seen. */
export default function JobsTool(): ReactElement {
  const t = useT();
  const [open, setOpen] = useState(false);
  const jobs = useJobs(true);
  const hear = useCallback((event: LiveEvent) => {
    if (event.type === 'reopened') lookAgain();
    if (event.type === 'job') hearJob(event as JobEntry);
  }, []);
  useLive(hear);
  useTold(jobs, () => setOpen(true));
  const busy = jobs?.some((job) => !isEnded(job)) ?? false;
  const news = jobs?.filter((job) => isEnded(job) && !job.seen).length ?? 0;
  const label = news
    ? t([`我的任务，${news} 个新完成`, `My jobs, ${news} ended`])
    : busy
      ? t(['我的任务，正在进行', 'My jobs, under way'])
      : t(['我的任务', 'My jobs']);
  return (
    <span className="with-badge jobs-tool" data-busy={busy}>
      <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => setOpen(true)}>
        <ListChecks size={16} aria-hidden />
      </button>
      {news > 0 && (
        <i className="badge" aria-hidden>
          {news}
        </i>
      )}
      {open && (
        <Suspense fallback={null}>
          <JobsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
