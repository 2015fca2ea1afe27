import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { SparkLine } from '#kernel/web/chart/spark-line.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { valueAge } from '#business/iot/page/age.rules.ts';
import { historyValues } from '#business/iot/values/values.calls.ts';
import { useHomeValues } from '#business/operation/home-page/use-home-values.view.tsx';
import { type LiveFigure, liveFigures } from './home-live.rules.ts';
import './home-live.css';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Return the hourly means of the last 24 hours, oldest first; null for an hour without a value. */
function useLastDay(deviceId: string, identifier: string, now: number): readonly (number | null)[] {
  const until = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const from = until - HOURS * HOUR_MS;
  const { data } = useCall(
    historyValues,
    { deviceId, identifiers: identifier, start: String(from), end: String(until), bucket: '1h' },
    { of: 'row', quiet: true, retry: false },
  );
  const points = new Map(data?.series[0]?.points.map(([at, value]) => [at ?? 0, value ?? null]));
  return Array.from({ length: HOURS }, (_, at) => points.get(from + at * HOUR_MS) ?? null);
}

function Figure({ figure: { device, name, values }, now }: { figure: LiveFigure; now: number }): ReactElement {
  const t = useT();
  const [first, second] = values;
  const trend = useLastDay(device.id, first.identifier, now);
  const age = valueAge(first.ts ?? 0, now, device.reportIntervalSec);
  return (
    <Link className="home-figure" to={`/matter/exampleDetail?id=${device.id}`} title={device.name}>
      <span>
        {t(name)}
        {age.isOld && <small className="home-figure-old">{t(age.words)}</small>}
      </span>
      <b>
        {t(first.text)}
        <small>
          {second && ` / ${t(second.text)}`} {first.unit}
        </small>
      </b>
      <SparkLine values={trend} width={120} height={28} />
    </Link>
  );
}

/** Present figures of a home with devices, each with its last 24 hours; nothing while no device has reported. */
export function LiveFigures({ householdId }: { householdId: string }): ReactElement | null {
  const t = useT();
  const { devices, now } = useHomeValues(householdId);
  if (!devices)
    return (
      <section className="home-figures" aria-busy="true">
        {Array.from({ length: 4 }, (_, at) => (
          <span key={at} className="home-figure">
            <i className="skeleton" style={{ width: 60 }} />
            <i className="skeleton" style={{ width: 90 }} />
          </span>
        ))}
      </section>
    );
  const figures = liveFigures([...devices.values()]);
  if (figures.length === 0) return null;
  return (
    <section className="home-figures" aria-label={t(['此刻的数值', 'Present values'])}>
      {figures.map((one) => (
        <Figure key={`${one.device.id} ${one.values[0].identifier}`} figure={one} now={now} />
      ))}
    </section>
  );
}
