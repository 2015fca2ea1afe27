import { listTitleOf } from '#kernel/language/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { type Label, lowered } from '#kernel/language/label.ts';
import { get, postJson } from '../../http/http.ts';
import { findPaper } from '../../registry/papers.ts';
import { queryClient } from '../../query/client.ts';

/** Work that outlasts its call, as its person sees it. */
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
  /** The paper it is about, and the import it belongs to. */
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

/** What a job is called, in the language of whoever looks; those of the rooms in the language in which they were asked for. */
export function titleOf(job: JobEntry): Label {
  const kind = kinds[job.kind ?? ''];
  const of = findPaper(job.paper);
  return kind && of
    ? [`${kind[0]}${of.title[0]}`, `${kind[1]}${lowered(listTitleOf(of)[1])}`]
    : [job.title ?? '', job.title ?? ''];
}

/** An import is one thing to its person, however many jobs it took: of those of one batch the newest counts. */
const onePerBatch = (jobs: readonly JobEntry[]): readonly JobEntry[] =>
  jobs.filter((job, at) => !job.batch || jobs.findIndex((one) => one.batch === job.batch) === at);

const KEY = 'anju-jobs';
const LOOK_MS = 4_000;

/** Jobs that were asked for on this page: whoever goes on to other work is told here when they have ended. */
const useFollowed = create<{ ids: readonly string[] }>(() => ({
  ids: JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[],
}));
useFollowed.subscribe(({ ids }) => sessionStorage.setItem(KEY, JSON.stringify(ids)));

const watched = new Map<string, number>();

/** Does something on the screen show this job just now? */
export const isWatched = (id: string): boolean => watched.has(id);

export const followJob = (id: string): void =>
  useFollowed.setState(({ ids }) => ({ ids: [...new Set([...ids, id])].slice(-20) }));

/** Takes a job off the list of those that are followed; answers whether it was there, and nobody looks at it anyway. */
export function unfollowJob(id: string): boolean {
  const { ids } = useFollowed.getState();
  if (!ids.includes(id)) return false;
  useFollowed.setState({ ids: ids.filter((one) => one !== id) });
  return !isWatched(id);
}

/** While something on the screen shows how far a job is, nobody is told of its end besides. */
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

/** The newest jobs of the person; looked for now and then while one is under way, in case the stream is broken. */
export function useJobs(enabled: boolean): readonly JobEntry[] | undefined {
  const following = useFollowed(({ ids }) => ids.length > 0);
  return useQuery({
    queryKey: key,
    enabled,
    queryFn: async () => onePerBatch(await get<readonly JobEntry[]>('blade-core/jobs', {}, { quiet: true })),
    refetchInterval: ({ state }) => (following || state.data?.some((job) => !isEnded(job)) ? LOOK_MS : false),
  }).data;
}

/** What the page knows of the jobs may be old. */
export const lookAgain = (): void => void queryClient.invalidateQueries({ queryKey: key });

/** The stream tells of a job: how far it is, or that it has ended. */
export function hearJob(job: JobEntry): void {
  const known = queryClient.getQueryData<readonly JobEntry[]>(key);
  if (isEnded(job) || !known?.some((one) => one.id === job.id)) lookAgain();
  else
    queryClient.setQueryData(
      key,
      known.map((one) => (one.id === job.id ? { ...one, state: job.state, done: job.done, total: job.total } : one)),
    );
}

/** These have ended before the eyes of the person, or stand in the list he looks at: they are no news any more. A list that is still on its way was read before that, and would make them news again. */
export async function markJobsSeen(ids: readonly string[]): Promise<void> {
  await postJson('blade-core/jobs/seen', { ids }, { quiet: true });
  await queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData(key, (now: readonly JobEntry[] | undefined) =>
    now?.map((job) => (ids.includes(job.id) ? { ...job, seen: true } : job)),
  );
  lookAgain();
}
