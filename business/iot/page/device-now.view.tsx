import { type ReactElement, useEffect, useMemo, useSyncExternalStore } from 'react';
import { SparkLine } from '#kernel/web/chart/spark-line.tsx';
import { serverNow } from '#kernel/web/i18n/company-time.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type WatchedValues, useWatched } from '#kernel/web/realtime/watch.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import type { SchemaAttribute } from '../models/model-schema.rules.ts';
import { type DeviceNow, MAX_NOW, devicesNow } from '../values/values.calls.ts';
import { shownValue } from '../values/value-words.rules.ts';
import { valueAge } from './age.rules.ts';
import { ageWords } from '#kernel/fields/integer/span-words.ts';
import { heard } from './device-now.rules.ts';
import './device-now.css';

/** Interval of updating the ages in a list when no message comes. */
const AGES_MS = 10_000;

/**
 * Current values of the listed devices, outside React state: each cell subscribes to its own device, so a message
 * renders one cell.
 */
const known = new Map<string, DeviceNow>();
const cells = new Set<() => void>();
let clock = 0;

function tell(): void {
  for (const cell of cells) cell();
}

function subscribe(cell: () => void): () => void {
  cells.add(cell);
  return () => {
    cells.delete(cell);
  };
}

function hear(rows: readonly WatchedValues[]): void {
  for (const row of rows) {
    const before = known.get(row.id);
    if (before) known.set(row.id, heard(before, row));
  }
  tell();
}

/** Load the values of all listed devices once, then apply their live messages. */
export function DevicesInSight({ rows }: { rows: readonly WireRow[] }): null {
  const named = rows
    .slice(0, MAX_NOW)
    .map((row) => row.id)
    .join(',');
  const ids = useMemo(() => (named ? named.split(',') : []), [named]);
  const { data } = useCall(devicesNow, { ids }, { of: 'row', enabled: ids.length > 0, quiet: true });
  useEffect(() => {
    for (const one of data ?? []) if ((known.get(one.id)?.ts ?? 0) <= (one.ts ?? 0)) known.set(one.id, one);
    tell();
  }, [data]);
  useEffect(() => {
    const timer = setInterval(() => {
      clock += 1;
      tell();
    }, AGES_MS);
    return () => clearInterval(timer);
  }, []);
  useWatched('device', ids, hear);
  return null;
}

/** The leading values of a device, with their age if they are old. A device that never sent anything shows that. */
export function NowCell({ row }: { row: WireRow }): ReactElement | null {
  const t = useT();
  const one = useSyncExternalStore(subscribe, () => known.get(row.id));
  useSyncExternalStore(subscribe, () => clock);
  if (!one?.ts) return row.now ? null : <span className="quiet">{t(['从未上报', 'Never reported'])}</span>;
  const now = serverNow().getTime();
  const { isOld } = valueAge(one.ts, now, one.reportIntervalSec);
  return (
    <span className="device-now" data-old={isOld}>
      {one.leading.map(({ property, value }) => {
        if (value === null || value === undefined) return null;
        const { text, unit } = shownValue(property as SchemaAttribute, value);
        return (
          <span key={property.identifier} title={t([property.name, property.nameEn ?? property.name])}>
            {t(text)}
            {unit && <small>{unit}</small>}
          </span>
        );
      })}
      {isOld ? (
        <small className="device-now-age">{t(ageWords((now - one.ts) / 1000))}</small>
      ) : (
        <SparkLine values={one.trend} />
      )}
    </span>
  );
}
