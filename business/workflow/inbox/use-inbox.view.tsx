import { useCallback, useMemo } from 'react';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { processLeave } from '../leave/process-leave.paper.ts';
import { copyList } from '../work/verbs.calls.ts';
import { claimList, doneList, sendList, todoList, workCount } from '../work/work.calls.ts';
import { type InboxLine, type InboxView, byDue } from './inbox-lines.rules.ts';

/** Maximal number of lines in a list. */
const PAGE = 100;
const EVERY_MS = 30_000;

const LISTS = { todo: todoList, claim: claimList, send: sendList, done: doneList } as const;

export interface Inbox {
  readonly lines: readonly InboxLine[] | undefined;
  readonly total: number;
  readonly error: Error | null;
  readonly again: () => void;
}

/** Reload everything about tasks: lists, counts and the present instance. */
export const refreshTasks = (): void => refresh(processLeave.name);

/** Return the lines of one list, reloaded at intervals and when a message arrives. */
export function useInbox(view: InboxView, name: string): Inbox {
  const filters = { current: 1, size: PAGE, ...(name && { processDefinitionName: name }) };
  const list = useCall(LISTS[view === 'copies' ? 'done' : view], filters, {
    quiet: true,
    retry: false,
    enabled: view !== 'copies',
    refetchInterval: EVERY_MS,
  });
  const copies = useCall(
    copyList,
    { current: 1, size: PAGE },
    { quiet: true, retry: false, enabled: view === 'copies' },
  );
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.type === 'message' || event.type === 'reopened') refreshTasks();
    }, []),
  );
  const lines = useMemo(() => {
    if (view === 'copies')
      return copies.data?.records.map(({ id, readTime, flow }): InboxLine => ({
        key: id,
        flow,
        ...(!readTime && { unreadCopy: id }),
      }));
    const rows = list.data?.records.map((flow): InboxLine => ({ key: flow.taskId || flow.processInstanceId, flow }));
    return view === 'todo' || view === 'claim' ? rows && byDue(rows) : rows;
  }, [view, list.data, copies.data]);
  const read = view === 'copies' ? copies : list;
  return { lines, total: read.data?.total ?? 0, error: read.error, again: () => void read.refetch() };
}

/** Return the count of each list; undefined: not loaded yet. */
export function useWorkCounts(): { readonly [view in InboxView]?: number } & { readonly overdue?: number } {
  const { data } = useCall(workCount, {}, { quiet: true, refetchInterval: EVERY_MS });
  return data ? { todo: data.todo, claim: data.claim, copies: data.cc, overdue: data.overdue } : {};
}
