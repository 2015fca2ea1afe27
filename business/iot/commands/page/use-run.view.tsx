import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { fetchRow, readList } from '#kernel/web/registry/paper-calls.ts';
import type { WirePage, WireRow } from '#kernel/web/registry/rows.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { instructionTask } from '../task/instruction-task.paper.ts';
import { taskProgress } from '../task/task.calls.ts';
import { type RunTab, TABS } from './run.rules.ts';

/** Number of commands that a tab shows, and of tasks in each part of the queue. */
export const SHOWN_COMMANDS = 200;
const TASKS = 50;
const GATHER_MS = 800;

/** State and counts of a task. */
export type RunState = CallAnswer<typeof taskProgress>[number];

const taskKey = (...more: readonly unknown[]): readonly unknown[] => ['list', instructionTask.name, ...more];
const commandKey = (...more: readonly unknown[]): readonly unknown[] => ['list', deviceCommand.name, ...more];

/** Read tasks in some states, the newest first. */
export function useTasks(states: string): UseQueryResult<WirePage> {
  const language = useLanguage();
  return useQuery({
    queryKey: taskKey('queue', states, language),
    queryFn: ({ signal }) =>
      readList(instructionTask, { current: 1, size: TASKS, taskStatus_in: states, descs: 'id' }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Read one task. */
export function useTask(id: string): UseQueryResult<WireRow> {
  const language = useLanguage();
  return useQuery({
    queryKey: ['row', instructionTask.name, id, language],
    queryFn: ({ signal }) => fetchRow(instructionTask, id, signal),
    enabled: id !== '',
  });
}

/** Read the state and the counts of tasks. */
export function useTaskStates(ids: readonly string[]): ReadonlyMap<string, RunState> {
  const { data } = useCall(
    taskProgress,
    { ids: [...ids] },
    { quiet: true, keepsEarlier: true, enabled: ids.length > 0 },
  );
  return new Map(data?.map((one) => [one.id, one]));
}

/** Read the commands of a task: those of a tab, or all with what needs hands first. */
export function useCommands(taskId: string, tab: RunTab): UseQueryResult<WirePage> {
  const language = useLanguage();
  return useQuery({
    queryKey: commandKey('run', taskId, tab, language),
    queryFn: async ({ signal }) => {
      const of = (states: readonly string[], size: number): Promise<WirePage> =>
        readList(
          deviceCommand,
          { current: 1, size, taskId, execStatus_in: states.join(','), descs: 'replyTime,id' },
          signal,
        );
      if (tab !== 'all') return of(TABS[tab], SHOWN_COMMANDS);
      const first = await of(TABS.trouble, SHOWN_COMMANDS);
      const left = SHOWN_COMMANDS - first.records.length;
      if (left <= 0) return first;
      const rest = await of([...TABS.underWay, ...TABS.waiting, ...TABS.success, ...TABS.left], left);
      return { ...first, records: [...first.records, ...rest.records], total: first.total + rest.total };
    },
    enabled: taskId !== '',
    placeholderData: keepPreviousData,
  });
}

/** Read one command with its attempts and its content, which lists leave out. */
export function useCommand(id: string): WireRow | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['row', deviceCommand.name, id, language],
    queryFn: ({ signal }) => fetchRow(deviceCommand, id, signal),
    enabled: id !== '',
    placeholderData: keepPreviousData,
  });
  return data;
}

/** Read everything of the page again, a moment after commands or tasks changed. */
export function useRunChanges(): void {
  const timer = useRef(0);
  const hear = useCallback((event: LiveEvent) => {
    const isOurs = event.paper === deviceCommand.name || event.paper === instructionTask.name;
    if (event.type !== 'reopened' && !(event.type === 'changed' && isOurs)) return;
    if (timer.current) return;
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      for (const queryKey of [taskKey(), commandKey(), ['row', instructionTask.name], ['row', deviceCommand.name]])
        void queryClient.invalidateQueries({ queryKey });
    }, GATHER_MS);
  }, []);
  useLive(hear);
  useEffect(() => () => clearTimeout(timer.current), []);
}
