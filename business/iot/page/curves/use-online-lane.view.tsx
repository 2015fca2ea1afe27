import { useQuery } from '@tanstack/react-query';
import type { CurveLane } from '#kernel/web/chart/time-axis.tsx';
import { momentOf, serverNow, sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { useLanguage } from '#kernel/web/i18n/words.ts';
import { readList } from '#kernel/web/registry/paper-calls.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { deviceOnline } from '../../records/device-online.paper.ts';
import { onlineSpans } from './online-lane.rules.ts';

/** Maximal number of changes that are drawn; before the oldest one the presence is left open. */
const MOST = '200';

/** Return the row of presence below curves, with the share of time online; null without a known change. */
export function useOnlineLane(deviceId: string, from: number, until: number): CurveLane | null {
  const language = useLanguage();
  const may = useMay(deviceOnline)('view');
  const day = `${momentOf(new Date(from)).slice(0, 10)} 00:00:00`;
  const { data } = useQuery({
    queryKey: ['list', deviceOnline.name, 'of device', deviceId, day, language],
    queryFn: async ({ signal }) => {
      const newest = { deviceId, descs: 'changeTime' };
      const within = await readList(deviceOnline, { ...newest, size: MOST, changeTime_datege: day }, signal);
      if (within.records.length >= Number(MOST)) return within.records;
      const before = await readList(deviceOnline, { ...newest, size: '1', changeTime_datelt: day }, signal);
      return [...within.records, ...before.records];
    },
    enabled: deviceId !== '' && may,
    retry: false,
  });
  const now = serverNow().getTime();
  const changes = (data ?? []).map((row) => ({
    key: row.id,
    at: now - sinceMoment(String(row.changeTime)),
    clock: String(row.changeTime).slice(11, 16),
    isOnline: row.onlineStatus === 'online',
    reason: row._names?.reason ?? '',
  }));
  const { spans, share } = onlineSpans(changes, { from, until, now });
  if (share === null) return null;
  const percent = (share * 100).toFixed(1);
  return {
    name: ['在线', 'Online'],
    end: [`在线 ${percent}%`, `Online ${percent}%`],
    spans: spans.map(({ isOnline, ...one }) => ({ ...one, tone: isOnline ? 'green' : 'grey' })),
  };
}
