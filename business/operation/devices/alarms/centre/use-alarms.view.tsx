import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import type { WirePage, WireRow } from '#kernel/web/registry/rows.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import type { WallLine } from './wall-lines.rules.ts';

const EVERY_MS = 15_000;
/** Minimal interval between reloads. */
const AT_MOST_MS = 1500;

/**
 * Queries for the parts of the list, oldest alarms first. They are separate, so that many alarms of one level do not
 * displace those of another.
 */
const PARTS = {
  critical: { alarmStatus: 'active', level: 'critical', size: '100' },
  major: { alarmStatus: 'active', level: 'major', size: '100' },
  lesser: { alarmStatus: 'active', level_in: 'minor,info', size: '100' },
  recovered: { alarmStatus: 'recovered', size: '50' },
  confirmed: { alarmStatus: 'confirmed', size: '100' },
} as const;
export type AlarmPart = keyof typeof PARTS;
const names = Object.keys(PARTS) as readonly AlarmPart[];

export type AlarmLine = WallLine<WireRow>;

export const lineOf = (row: WireRow): AlarmLine => ({
  id: row.id,
  level: String(row.level),
  startTime: String(row.startTime),
  householdId: String(row.householdId || ''),
  row,
});

export interface Alarms {
  readonly rows: Readonly<Record<AlarmPart, readonly WireRow[]>> | undefined;
  readonly totals: Readonly<Record<AlarmPart, number>>;
  readonly isFailed: boolean;
  readonly readAt: number;
}

const gathered = (answers: readonly { data?: WirePage; isError: boolean; dataUpdatedAt: number }[]): Alarms => {
  const pages = answers.map((one) => one.data);
  const part = <T,>(of: (page: WirePage) => T): Record<AlarmPart, T> =>
    Object.fromEntries(names.map((name, at) => [name, of(pages[at]!)])) as Record<AlarmPart, T>;
  const isThere = pages.every((one) => one !== undefined);
  return {
    rows: isThere ? part(({ records }) => records) : undefined,
    totals: isThere ? part(({ total }) => total) : { critical: 0, major: 0, lesser: 0, recovered: 0, confirmed: 0 },
    isFailed: answers.some((one) => one.isError),
    readAt: Math.max(0, ...answers.map((one) => one.dataUpdatedAt)),
  };
};

/** Return a function that calls `run`, but at most once per interval. */
function useThrottle(run: () => void): () => void {
  const last = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current) return;
    const rest = Math.max(0, last.current + AT_MOST_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      last.current = performance.now();
      run();
    }, rest);
  }, [run]);
}

/** Load the alarms of the list; reload them at every change of an alarm. */
export function useAlarms(): Alarms {
  const language = useLanguage();
  const client = useQueryClient();
  const alarms = useQueries({
    queries: names.map((name) => ({
      queryKey: ['list', alarm.name, 'centre', name, language],
      queryFn: ({ signal }: { signal: AbortSignal }) => readList(alarm, { ...PARTS[name], ascs: 'startTime' }, signal),
      refetchInterval: EVERY_MS,
    })),
    combine: gathered,
  });
  const again = useThrottle(
    useCallback(() => void client.invalidateQueries({ queryKey: ['list', alarm.name] }), [client]),
  );
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if ((event.type === 'changed' && event.paper === alarm.name) || event.type === 'reopened') again();
      },
      [again],
    ),
  );
  return alarms;
}
