import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { type CurveBand, type CurveLimit, aheadMs } from '#kernel/web/chart/curves.ts';
import { TimePanels } from '#kernel/web/chart/time-panels.tsx';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { drawnCurves } from '#business/iot/page/curves/drawn-curves.view.tsx';
import { type AlarmCurve as Curve, alarmCurve } from '#business/iot/alarms/curve/curve.calls.ts';
import { operatorLabels } from '#business/iot/alarms/rule-page/words/rule-words.rules.ts';
import { alarmLevel } from '#business/iot/devices/dictionaries.ts';

/** A gap between messages above which a curve is interrupted, in milliseconds. */
const GAP_MS = 10 * 60_000;

type Limit = Curve['series'][number]['limits'][number];

const levelWord = (level: string): Label => {
  const words = alarmLevel.items[level as keyof typeof alarmLevel.items];
  return words ? [words[0], words[1]] : ['', ''];
};

/** Return a limit of the rule with its label for the curve. */
function limitOf({ kind, level, op, value }: Limit): CurveLimit {
  const [zh, en] = operatorLabels[op as keyof typeof operatorLabels] ?? [op, op];
  if (kind === 'clear') return { value, tone: 'green', word: [`恢复 ${zh} ${value}`, `over ${en} ${value}`] };
  const [zhLevel, enLevel] = levelWord(level);
  return {
    value,
    tone: level === 'critical' ? 'red' : 'amber',
    word: [`${zhLevel} ${zh} ${value}`, `${enLevel} ${en} ${value}`],
  };
}

/**
 * Return the coloured areas behind the curve: the hold time in grey, the alarm in red, the hold of the clear condition
 * in green.
 */
function bandsOf({ holds, startedAt, endedAt, until }: Curve): CurveBand[] {
  const clock = momentOf(new Date(startedAt)).slice(11, 16);
  return [
    ...holds.map((one): CurveBand => ({
      from: one.from,
      until: one.until,
      tone: one.kind === 'raise' ? 'grey' : 'green',
    })),
    {
      from: Math.max(startedAt, 0),
      until: endedAt ?? until,
      tone: 'red',
      word: endedAt === null ? [`${clock} 起，还在`, `since ${clock}, still on`] : [`${clock} 起报`, `raised ${clock}`],
    },
  ];
}

/** Curves of the rule's properties from half an hour before the alarm, with the limits and hold times of the rule. */
export function CurveAround({ id }: { id: string }): ReactElement | null {
  const t = useT();
  const { data } = useCall(alarmCurve, { id }, { quiet: true, of: 'row' });
  if (!data)
    return (
      <div className="alarm-part alarm-curve-room" aria-busy="true">
        <i className="skeleton" style={{ width: 200 }} />
      </div>
    );
  const isThere = data.series.some((one) => one.points.length > 0);
  return (
    <section className="alarm-part">
      <h3>
        {t(['前后曲线', 'Before and after'])}
        <small className="quiet">{t(['灰底是满持续的时间', 'grey: the hold before it'])}</small>
      </h3>
      {isThere ? (
        <TimePanels
          label={['告警前后的曲线', 'Values around the alarm']}
          from={data.from}
          until={data.until}
          gapMs={GAP_MS}
          aheadMs={aheadMs(data.until)}
          bands={bandsOf(data)}
          curves={drawnCurves(data.series, { ...data, gapMs: GAP_MS, now: serverNow().getTime() }).map((one, at) => ({
            ...one,
            limits: data.series[at].limits.map(limitOf),
          }))}
        />
      ) : (
        <p className="quiet">{t(['这段时间没有存下的数值', 'No values are kept of this time'])}</p>
      )}
    </section>
  );
}
