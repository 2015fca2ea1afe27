import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useCallback, useState } from 'react';
import { downloadByTicket } from '../http/files.ts';
import { get } from '../http/http.ts';
import { type LiveEvent, useLive } from '../live/live.ts';
import { useT } from '../words/words.ts';
import './transfer.css';

export interface Job { readonly id: string; readonly progress?: number; readonly state?: string; readonly link?: string; readonly message?: string }

const LOOK_MS = 2_000;

/** How far a job is, told live; asked for where the stream is broken. */
export function JobProgress({ job }: { job: Job }): ReactElement {
  const t = useT();
  const [live, setLive] = useState<Partial<Job>>({});
  const listen = useCallback((event: LiveEvent) => { if (event.type === 'job' && event.id === job.id) setLive(event as unknown as Partial<Job>); }, [job.id]);
  useLive(listen);
  const { data } = useQuery({ queryKey: ['job', job.id], queryFn: () => get<Job>('blade-core/job', { id: job.id }, { quiet: true }), refetchInterval: ({ state }) => (state.data?.state === 'done' || state.data?.state === 'failed' ? false : LOOK_MS), staleTime: 0 });
  const now = { ...job, ...live, ...data };
  const share = Math.max(now.progress ?? 0, live.progress ?? 0);
  return (
    <div className="job" role="status">
      <progress max={100} value={now.state === 'done' ? 100 : share} aria-label={t(['进度', 'Progress'])} />
      <p>{now.state === 'failed' ? now.message ?? t(['任务失败', 'The job failed']) : now.state === 'done' ? t(['已完成', 'Done']) : t([`已完成 ${Math.round(share)}%`, `${Math.round(share)}% done`])}</p>
      {now.link && <button type="button" className="button strong" onClick={() => void downloadByTicket(now.link ?? '')}>{t(['下载', 'Download'])}</button>}
    </div>
  );
}
