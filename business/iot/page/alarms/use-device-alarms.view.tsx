import { useQuery } from '@tanstack/react-query';
import type { LaneSpan } from '#kernel/web/chart/time-axis.tsx';
import { momentOf, serverNow, sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { alarm } from '../../alarms/alarm/alarm.paper.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';

const MOST = '100';
/** Maximal number of captions on the time bar: the newest alarms show theirs, older ones only on hover. */
const MAX_LABELLED = 3;

/** Return the milliseconds of a moment that the API sent as text, in the time zone of the company. */
const msOf = (moment: unknown): number => serverNow().getTime() - sinceMoment(String(moment));

const isOpen = ({ alarmStatus }: WireRow): boolean => ['active', 'confirmed'].includes(String(alarmStatus));

function useAlarmsOf(deviceId: string, query: Readonly<Record<string, string>>): readonly WireRow[] | undefined {
  const language = useLanguage();
  const may = useMay(alarm)('view');
  const { data } = useQuery({
    queryKey: ['list', alarm.name, 'of device', deviceId, query, language],
    queryFn: ({ signal }) => readList(alarm, { deviceId, size: MOST, ...query }, signal),
    enabled: deviceId !== '' && may,
    retry: false,
  });
  return data?.records;
}

/** Return open alarms of a device, the oldest first. */
export const useOpenAlarms = (deviceId: string): readonly WireRow[] | undefined =>
  useAlarmsOf(deviceId, { alarmStatus_in: 'active,confirmed,recovered', ascs: 'startTime' });

/**
 * Return the alarms of a device as spans for a time bar below curves. Alarms that began before `from` and still held
 * then are included.
 */
export function useAlarmLane(deviceId: string, from: number, until: number): readonly LaneSpan[] {
  const day = momentOf(new Date(from)).slice(0, 10);
  const rows = useAlarmsOf(deviceId, { lastTime_datege: `${day} 00:00:00`, descs: 'startTime' }) ?? [];
  return rows
    .filter((row) => msOf(row.startTime) <= until && (isOpen(row) || msOf(row.recoverTime || row.lastTime) >= from))
    .map((row, at): LaneSpan => {
      const end = isOpen(row) ? until : msOf(row.recoverTime || row.lastTime);
      const clock = String(row.startTime).slice(11, 16);
      const [zh, en] = spanWords((end - msOf(row.startTime)) / 1000);
      const title = String(row.title);
      return {
        key: row.id,
        from: msOf(row.startTime),
        until: end,
        tone: row.level === 'critical' ? 'red' : row.level === 'info' ? 'blue' : 'amber',
        word: isOpen(row)
          ? [`${clock} ${title} 至今`, `${clock} ${title}, still on`]
          : [`${clock} ${title} ${zh}`, `${clock} ${title} ${en}`],
        isLabelled: at < MAX_LABELLED,
        to: `/iot/alarmRecord?id=${row.id}`,
      };
    });
}
