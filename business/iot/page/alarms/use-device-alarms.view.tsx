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
/** So many words have room in the lane. */
const MOST_TOLD = 3;

/** Milliseconds of a moment of the wire, by the clock of the company. */
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

/** Alarms of a device that are open now, the oldest first. */
export const useOpenAlarms = (deviceId: string): readonly WireRow[] | undefined =>
  useAlarmsOf(deviceId, { alarmStatus_in: 'active,confirmed,recovered', ascs: 'startTime' });

/** Alarms of a device as spans of a lane, those that lasted into the time that is shown. */
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
        isTold: at < MOST_TOLD,
        to: `/iot/alarmRecord?id=${row.id}`,
      };
    });
}
