import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { fetchRow, readList } from '#kernel/web/registry/paper-calls.ts';
import type { WirePage, WireRow } from '#kernel/web/registry/rows.ts';
import { device } from '../../devices/device.paper.ts';
import { firmware } from '../library/firmware.paper.ts';
import { upgradeProgress } from '../tasks/upgrade-task.calls.ts';
import { upgradeRun } from '../tasks/upgrade-run.paper.ts';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import { UPGRADE_STATES, type UpgradeTab } from './upgrade.rules.ts';

/** Number of devices that a tab shows. The ids of so many fit one filter. */
export const SHOWN_UPGRADES = 90;
const GATHER_MS = 800;

/** State of a task with its batches, failures and troubles. */
export type Progress = CallAnswer<typeof upgradeProgress>;

/** Read one task. */
export function useUpgradeTask(id: string): UseQueryResult<WireRow> {
  const language = useLanguage();
  return useQuery({
    queryKey: ['row', upgradeTask.name, id, language],
    queryFn: ({ signal }) => fetchRow(upgradeTask, id, signal),
    enabled: id !== '',
    retry: false,
  });
}

/** Read the firmware of a task. */
export function useFirmware(id: string): WireRow | undefined {
  const language = useLanguage();
  return useQuery({
    queryKey: ['row', firmware.name, id, language],
    queryFn: ({ signal }) => fetchRow(firmware, id, signal),
    enabled: id !== '',
    retry: false,
  }).data;
}

export const useProgress = (id: string): Progress | undefined =>
  useCall(upgradeProgress, { id }, { quiet: true, keepsEarlier: true, enabled: id !== '' }).data;

/** Read the upgrades of a batch, those with the last change first. */
export function useRuns(taskId: string, wave: number, tab: UpgradeTab): UseQueryResult<WirePage> {
  const language = useLanguage();
  return useQuery({
    queryKey: ['list', upgradeRun.name, 'run', taskId, wave, tab, language],
    queryFn: ({ signal }) =>
      readList(
        upgradeRun,
        {
          current: 1,
          size: SHOWN_UPGRADES,
          taskId,
          wave,
          ...(tab !== 'all' && { upgradeStatus_in: UPGRADE_STATES[tab].join(',') }),
          descs: 'lastTime,id',
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

/** Read the devices of the shown upgrades, for the homes that they stand in. */
export function useDevices(rows: readonly WireRow[]): ReadonlyMap<string, WireRow> {
  const language = useLanguage();
  const ids = [...new Set(rows.map((row) => String(row.deviceId)))].toSorted();
  const { data } = useQuery({
    queryKey: ['list', device.name, 'of upgrades', ids, language],
    queryFn: ({ signal }) => readList(device, { current: 1, size: SHOWN_UPGRADES, id_in: ids.join(',') }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return new Map(data?.records.map((row) => [row.id, row]));
}

/** Read everything of the page again, a moment after upgrades or tasks changed. */
export function useUpgradeChanges(): void {
  const timer = useRef(0);
  const hear = useCallback((event: LiveEvent) => {
    const isOurs = event.paper === upgradeRun.name || event.paper === upgradeTask.name;
    if (event.type !== 'reopened' && !(event.type === 'changed' && isOurs)) return;
    if (timer.current) return;
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      for (const kind of ['row', 'list'])
        for (const { name } of [upgradeTask, upgradeRun])
          void queryClient.invalidateQueries({ queryKey: [kind, name] });
    }, GATHER_MS);
  }, []);
  useLive(hear);
  useEffect(() => () => clearTimeout(timer.current), []);
}
