import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { type AlarmFlow, alarmFlow } from './alarm-flow.calls.ts';

const MOST = 300;
const EVERY_MS = 15_000;

/** The open alarms and what stands beside them, asked anew whenever one changes. */
export function useAlarms(): {
  readonly rows: readonly WireRow[] | undefined;
  readonly total: number;
  readonly flow: AlarmFlow | undefined;
} {
  const language = useLanguage();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['list', alarm.name, 'centre', language],
    queryFn: ({ signal }) =>
      readList(alarm, { alarmStatus_in: 'active,recovered,confirmed', size: String(MOST), ascs: 'startTime' }, signal),
    refetchInterval: EVERY_MS,
  });
  const { data: flow } = useCall(alarmFlow, {}, { quiet: true, refetchInterval: EVERY_MS });
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if ((event.type === 'changed' && event.paper === alarm.name) || event.type === 'reopened')
          void client.invalidateQueries({ queryKey: ['list', alarm.name] });
      },
      [client],
    ),
  );
  return { rows: data?.records, total: data?.total ?? 0, flow };
}
