import { Download, Table2, X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { aheadMs } from '#kernel/web/chart/curves.ts';
import type { CurveLane } from '#kernel/web/chart/time-axis.tsx';
import { TimePanels } from '#kernel/web/chart/time-panels.tsx';
import { downloadByTicket } from '#kernel/web/http/files.ts';
import { momentOf } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useCommandLane } from '../../commands/device/use-command-lane.view.tsx';
import { type CurrentValues, type HistoryValues, historyValues } from '../../values/values.calls.ts';
import { firstCurves } from '../age.rules.ts';
import { useAlarmLane } from '../alarms/use-device-alarms.view.tsx';
import { drawnCurves } from './drawn-curves.view.tsx';
import { useOnlineLane } from './use-online-lane.view.tsx';
import { fittingRange } from './curve-range.rules.ts';

type Item = CurrentValues['groups'][number]['items'][number];

const HOUR = 3_600_000;
const RANGES = {
  hour: { key: '1', ms: HOUR, label: ['1 时', '1 h'] },
  day: { key: '2', ms: 24 * HOUR, label: ['24 时', '24 h'] },
  week: { key: '3', ms: 7 * 24 * HOUR, label: ['7 天', '7 d'] },
  month: { key: '4', ms: 31 * 24 * HOUR, label: ['31 天', '31 d'] },
  year: { key: '5', ms: 366 * 24 * HOUR, label: ['1 年', '1 y'] },
} as const;
type Range = keyof typeof RANGES;
const ranges = Object.keys(RANGES) as readonly Range[];
const MOST = 4;
/** Interval of reloads until the range of the curves is decided. */
const UNSETTLED_MS = 3000;
const bucketWords: Readonly<Record<string, Label>> = {
  raw: ['逐条', 'every message'],
  '1m': ['1 分平均', 'means of 1 min'],
  '5m': ['5 分平均', 'means of 5 min'],
  '1h': ['1 时平均', 'means of 1 h'],
  '1d': ['1 天平均', 'means of 1 d'],
};
const bucketMs: Readonly<Record<string, number>> = { '1m': 60_000, '5m': 300_000, '1h': HOUR, '1d': 24 * HOUR };

const QUARTER_MS = 900_000;

/** Return the usual time between two values of the first curve, in milliseconds; 0 without two values. */
function usualStep(answer: HistoryValues | undefined): number {
  const times = (answer?.series[0]?.points ?? []).map(([at]) => at ?? 0);
  const steps = times.slice(1).map((at, no) => at - times[no]);
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/**
 * Return the time between two points above which a curve is interrupted: three reports or two buckets, at least three
 * minutes. A device that reports more seldom than its model says is drawn as a line up to a quarter of an hour.
 */
const gapOf = (intervalSec: number, answer: HistoryValues | undefined): number =>
  Math.max(
    intervalSec * 3000,
    (bucketMs[answer?.bucket ?? ''] ?? 0) * 2,
    Math.min(usualStep(answer) * 3, QUARTER_MS),
    180_000,
  );

/** Return the rows below the curves: alarms, commands and presence of the device, where there are some. */
function useLanes(id: string, from: number, until: number): readonly CurveLane[] {
  const alarms = useAlarmLane(id, from, until);
  const commands = useCommandLane(id, from, until);
  const online = useOnlineLane(id, from, until);
  const lanes: readonly CurveLane[] = [
    { name: ['告警', 'Alarms'], spans: alarms },
    { name: ['指令', 'Commands'], spans: commands },
    ...(online ? [online] : []),
  ];
  return lanes.filter(({ spans }) => spans.length > 0);
}

/** Curves of some properties over an hour to a year; the same data can be shown as a table or downloaded. */
export function DeviceCurves({
  id,
  items,
  intervalSec,
  heard,
  now,
  isPaused,
}: {
  id: string;
  items: readonly Item[];
  intervalSec: number;
  heard: number | null;
  now: number;
  isPaused: boolean;
}): ReactElement | null {
  const t = useT();
  // The range, once the person has chosen it or loaded data decides it; null until then.
  const [settled, setRange] = useState<Range | null>(null);
  const range = RANGES[settled ?? 'day'];
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [isTable, setTable] = useState(false);
  const curves = chosen ?? firstCurves(items, MOST);
  // The end of the time axis moves in steps, so that requests in between are equal and use the cached answer.
  const step = Math.max(30_000, range.ms / 500);
  const until = Math.ceil(now / step) * step;
  const from = until - range.ms;
  const lanes = useLanes(id, from, until);
  const { data } = useCall(
    historyValues,
    { deviceId: id, identifiers: curves.join(','), start: String(from), end: String(until) },
    {
      enabled: id !== '' && curves.length > 0 && !isPaused,
      quiet: true,
      of: 'row',
      ...(settled === null && { refetchInterval: UNSETTLED_MS }),
    },
  );
  const [kept, setKept] = useState<HistoryValues | undefined>();
  if (data && data !== kept) setKept(data);
  const fitting = data && settled === null ? fittingRange(data.series, now, heard) : null;
  if (fitting) setRange(fitting);
  const answer = data ?? kept;
  useKeys(ranges.map((one) => ({ keys: RANGES[one].key, label: RANGES[one].label, run: () => setRange(one) })));
  const numbers = items.filter((one) => one.isNumber);
  if (numbers.length === 0) return null;
  const add = (identifier: string): void => setChosen([...curves, identifier].slice(0, MOST));
  const gapMs = gapOf(intervalSec, answer);
  return (
    <section className="device-curves">
      <h2>
        <span className="device-ranges" role="group" aria-label={t(['时间范围', 'Span of time'])}>
          {ranges.map((one) => (
            <button
              key={one}
              type="button"
              className="button plain"
              aria-pressed={RANGES[one] === range}
              onClick={() => setRange(one)}
            >
              {t(RANGES[one].label)}
            </button>
          ))}
        </span>
        {curves.map((identifier) => {
          const one = numbers.find((item) => item.identifier === identifier);
          return (
            one && (
              <button
                key={identifier}
                type="button"
                className="device-chip"
                aria-label={t([`去掉 ${one.name[0]}`, `Remove ${one.name[1]}`])}
                onClick={() => setChosen(curves.filter((name) => name !== identifier))}
              >
                {t(one.name)} <X size={12} aria-hidden />
              </button>
            )
          );
        })}
        <span className="spring" />
        <small className="quiet">
          {answer &&
            t([
              `${bucketWords[answer.bucket]?.[0] ?? answer.bucket}，覆盖 ${(answer.coverage * 100).toFixed(1)}%`,
              `${bucketWords[answer.bucket]?.[1] ?? answer.bucket}, coverage ${(answer.coverage * 100).toFixed(1)}%`,
            ])}
        </small>
        <button type="button" className="button plain" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <Table2 size={15} aria-hidden /> {t(['表', 'Table'])}
        </button>
        <button
          type="button"
          className="button plain"
          onClick={() =>
            void downloadByTicket(
              `/api/iot/device-thing-instance/work-condition/download?deviceId=${id}&start=${from}&end=${until}&identifiers=${curves.join(',')}&format=xlsx`,
            )
          }
        >
          <Download size={15} aria-hidden /> {t(['导出', 'Export'])}
        </button>
      </h2>
      {curves.length < MOST && (
        <p className="device-add">
          {numbers
            .filter((one) => !curves.includes(one.identifier))
            .slice(0, 12)
            .map((one) => (
              <button key={one.identifier} type="button" className="device-chip" onClick={() => add(one.identifier)}>
                + {t(one.name)}
              </button>
            ))}
        </p>
      )}
      {curves.length === 0 ? (
        <p className="quiet device-none">{t(['选一个属性来看曲线', 'Choose a property to see its curve'])}</p>
      ) : isTable ? (
        <CurveTable answer={answer} />
      ) : (
        <TimePanels
          label={['工况曲线', 'Curves of values']}
          from={from}
          until={until}
          gapMs={gapMs}
          aheadMs={aheadMs(until)}
          lanes={lanes}
          curves={drawnCurves(answer?.series ?? [], { from, until, gapMs, now })}
        />
      )}
    </section>
  );
}

const MAX_ROWS = 500;

/** The values of the curves as a table, newest first, at most 500 rows. */
function CurveTable({ answer }: { answer: HistoryValues | undefined }): ReactElement {
  const t = useT();
  const rows = new Map<number, (number | null)[]>();
  answer?.series.forEach(({ points }, at) => {
    for (const [moment, value] of points) {
      const row = rows.get(moment ?? 0) ?? answer.series.map(() => null);
      row[at] = value ?? null;
      rows.set(moment ?? 0, row);
    }
  });
  const sorted = [...rows].toSorted(([a], [b]) => b - a).slice(0, MAX_ROWS);
  return (
    <div className="device-table">
      <table>
        <thead>
          <tr>
            <th>{t(['时间', 'Time'])}</th>
            {answer?.series.map((one) => (
              <th key={one.identifier}>
                {t(one.name)} {one.unit && `(${one.unit})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map(([at, cells]) => (
            <tr key={at}>
              <td>{momentOf(new Date(at))}</td>
              {cells.map((value, index) => (
                <td key={answer?.series[index].identifier}>{value === null ? '' : Math.round(value * 1000) / 1000}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
