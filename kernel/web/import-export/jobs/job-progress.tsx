import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useCallback, useState } from 'react';
import { downloadByTicket } from '../../http/files.ts';
import { get } from '../../http/http.ts';
import { type LiveEvent, useLive } from '../../realtime/live.ts';
import { useT } from '../../i18n/words.ts';
import '../transfer.css';
import { type JobEntry, useWatching } from './jobs.ts';

const LOOK_MS = 2_000;

/** The progress of a job, from the event stream or, while the stream is interrupted, by polling. */
export function JobProgress({ job }: { job: JobEntry }): ReactElement {
  const t = useT();
  useWatching(job.id);
  const [live, setLive] = useState<Partial<JobEntry>>({});
  const listen = useCallback(
    (event: LiveEvent) => {
      if (event.type === 'job' && event.id === job.id) setLive(event as Partial<JobEntry>);
    },
    [job.id],
  );
  useLive(listen);
  const { data } = useQuery({
    queryKey: ['job', job.id],
    queryFn: () => get<JobEntry>('blade-core/job', { id: job.id }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'done' || state.data?.state === 'failed' ? false : LOOK_MS),
    staleTime: 0,
  });
  // Events arrive earlier, but only the polled answer contains the file.
  const now = { ...live, ...data };
  const done =
    data?.state === 'done' || data?.state === 'failed' ? data.done : Math.max(live.done ?? 0, data?.done ?? 0);
  const share = Math.round((100 * (done ?? 0)) / Math.max(1, now.total ?? 1));
  const file = data?.answer?.file;
  return (
    <div className="job" role="status">
      <progress max={100} value={now.state === 'done' ? 100 : share} aria-label={t(['进度', 'Progress'])} />
      <p>
        {now.state === 'failed'
          ? now.error || t(['任务失败', 'The job failed'])
          : now.state === 'done'
            ? t(['已完成', 'Done'])
            : t([`已完成 ${share}%`, `${share}% done`])}
      </p>
      {file && (
        <button type="button" className="button strong" onClick={() => void downloadByTicket(file)}>
          {t(['下载', 'Download'])}
        </button>
      )}
    </div>
  );
}
