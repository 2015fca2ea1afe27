import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { type CurveBand, aheadMs } from '#kernel/web/chart/curves.ts';
import { TimePanels } from '#kernel/web/chart/time-panels.tsx';
import { serverNow, sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { alarmCurve } from '#business/iot/alarms/curve/curve.calls.ts';
import { drawnCurves } from '#business/iot/page/curves/drawn-curves.view.tsx';
import type { DoorVerdict } from './door.calls.ts';

const EVERY_MS = 30_000;
const GAP_MS = 10 * 60_000;
/** Minutes that are loaded before and after the alarm, the maximum of the call. */
const MINUTES = 1440;

/** Curve from before the alarm until now. The time of the work is grey, the time without the fault green. */
export function DoorCurve({ of, arrivedAt }: { of: DoorVerdict; arrivedAt: string }): ReactElement | null {
  const t = useT();
  const { data } = useCall(
    alarmCurve,
    { id: of.alarmId, minutes: MINUTES },
    { quiet: true, of: 'row', refetchInterval: EVERY_MS },
  );
  const first = data?.series.find((one) => one.points.length > 1);
  if (!data || !first) return null;
  const now = serverNow().getTime();
  const until = Math.min(data.until, now);
  const from = Math.max(data.from, data.startedAt - 20 * 60_000);
  const arrived = arrivedAt ? now - sinceMoment(arrivedAt) : null;
  const bands: CurveBand[] = [
    ...(arrived !== null && arrived < until
      ? [{ from: arrived, until: of.since ?? until, tone: 'grey' as const, word: ['作业', 'Work'] as const }]
      : []),
    ...(of.since !== null ? [{ from: of.since, until, tone: 'green' as const }] : []),
  ];
  return (
    <div className="door-curve">
      <h3>
        {t(first.name)} <small>{first.unit}</small>
        <Link to={`/matter/exampleDetail?id=${of.deviceId}`}>{t(['全部曲线', 'All curves'])}</Link>
      </h3>
      <TimePanels
        label={['修前修后的曲线', 'Before and after the repair']}
        from={from}
        until={until}
        gapMs={GAP_MS}
        aheadMs={aheadMs(until)}
        bands={bands}
        curves={drawnCurves([first], { from, until, gapMs: GAP_MS, now })}
      />
    </div>
  );
}
