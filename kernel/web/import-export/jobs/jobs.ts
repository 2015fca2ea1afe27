import { listTitleOf } from '#kernel/language/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { type Label, lowered } from '#kernel/language/label.ts';
import { get, postJson } from '../../http/http.ts';
import { findPaper } from '../../registry/papers.ts';
import { queryClient } from '../../query/client.ts';

/** A job of the person, as its list shows it. */
export interface JobEntry {
  readonly id: string;
  readonly kind?: string;
  readonly title?: string;
  readonly state?: 'waiting' | 'running' | 'done' | 'failed';
  readonly done?: number | null;
  readonly total?: number | null;
  readonly answer?: { readonly file?: string; readonly rows?: number } | null;
  readonly error?: string | null;
  readonly created?: string;
  readonly finished?: string;
  readonly seen?: boolean;
  /** For an export or import: the name of its paper; for an import also the id of the import (`batch`). */
  readonly paper?: string;
  readonly batch?: string;
}

export const isEnded = ({ state }: Pick<JobEntry, 'state'>): boolean => state === 'done' || state === 'failed';

const kinds: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  export: ['导出', 'Export '],
  importCheck: ['校验导入：', 'Check import: '],
  importCommit: ['导入', 'Import '],
  importRollback: ['撤销导入：', 'Take back import: '],
};

/** Return the name of a job in both languages. Jobs of rooms have only the language in which they were requested. */
export function titleOf(job: JobEntry): Label {
  const kind = kinds[job.kind ?? ''];
  const of = findPaper(job.paper);
  return kind && of
    ? [`${kind[0]}${of.title[0]}`, `${kind[1]}${lowered(listTitleOf(of)[1])}`]
    : [job.title ?? '', job.title ?? ''];
}

/** Return the jobs with only the newest job of each import. */
const onePerBatch = (jobs: readonly JobEntry[]): readonly JobEntry[] =>
  jobs.filter((job, at) => !job.batch || jobs.findIndex((one) => one.batch === job.batch) === at);

const KEY = 'anju-jobs';
const LOOK_MS = 4_000;

/** Ids of jobs that were started on this page, which announces their end. */
const useFollowed = create<{ ids: readonly string[] }>(() => ({
  ids: JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[],
}));
useFollowed.subscribe(({ ids }) => sessionStorage.setItem(KEY, JSON.stringify(ids)));

const watched = new Map<string, number>();

/** Return whether a component on the screen shows this job (`useWatching`). */
export const isWatched = (id: string): boolean => watched.has(id);

export const followJob = (id: string): void =>
  useFollowed.setState(({ ids }) => ({ ids: [...new Set([...ids, id])].slice(-20) }));

/** Stop following a job. Return whether its end should be announced: it was followed, and is not on the screen. */
export function unfollowJob(id: string): boolean {
  const { ids } = useFollowed.getState();
  if (!ids.includes(id)) return false;
  useFollowed.setState({ ids: ids.filter((one) => one !== id) });
  return !isWatched(id);
}

/** While mounted, count this job as visible on the screen, so that its end is not announced by a toast as well. */
export function useWatching(id: string | null | undefined): void {
  useEffect(() => {
    if (!id) return undefined;
    watched.set(id, (watched.get(id) ?? 0) + 1);
    return () => {
      const left = (watched.get(id) ?? 1) - 1;
      if (left) watched.set(id, left);
      else watched.delete(id);
    };
  }, [id]);
}

const key = ['jobs'] as const;

/** The newest jobs of the person; polled while one runs, in case the stream is lost. */
export function useJobs(enabled: boolean): readonly JobEntry[] | undefined {
  const following = useFollowed(({ ids }) => ids.length > 0);
  return useQuery({
    queryKey: key,
    enabled,
    queryFn: async () => onePerBatch(await get<readonly JobEntry[]>('blade-core/jobs', {}, { quiet: true })),
    refetchInterval: ({ state }) => (following || state.data?.some((job) => !isEnded(job)) ? LOOK_MS : false),
  }).data;
}

/** Read the list of jobs again. */
export const lookAgain = (): void => void queryClient.invalidateQueries({ queryKey: key });

/** Update the list of jobs by an event about a job. */
export function hearJob(job: JobEntry): void {
  const known = queryClient.getQueryData<readonly JobEntry[]>(key);
  if (isEnded(job) || !known?.some((one) => one.id === job.id)) lookAgain();
  else
    queryClient.setQueryData(
      key,
      known.map((one) => (one.id === job.id ? { ...one, state: job.state, done: job.done, total: job.total } : one)),
    );
}

/**
 * Mark ended jobs as seen. A list that was requested before is cancelled, because it would show them as unseen again.
 */
export async function markJobsSeen(ids: readonly string[]): Promise<void> {
  await postJson('blade-core/jobs/seen', { ids }, { quiet: true });
  await queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData(key, (now: readonly JobEntry[] | undefined) =>
    now?.map((job) => (ids.includes(job.id) ? { ...job, seen: true } : job)),
  );
  lookAgain();
}
