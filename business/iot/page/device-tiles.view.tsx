import type { ReactElement } from 'react';
import { SparkLine } from '#kernel/web/chart/spark-line.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { CurrentValues } from '../values/values.calls.ts';
import { valueAge } from './age.rules.ts';

type Item = CurrentValues['groups'][number]['items'][number];

/** Values longer than this number of characters get a smaller font and wrap, so that they are not cut off. */
const LONG = 9;

const qualityWords = {
  late: ['迟到', 'Late'],
  clock: ['时钟', 'Clock'],
  range: ['超量程', 'Out of range'],
} as const;

/** Times for the age of a tile: now and the last report of the device (milliseconds), and its report interval. */
interface Moment {
  readonly now: number;
  readonly intervalSec: number;
  readonly heard: number | null;
}

function Tile({ one, isCounter, now, intervalSec, heard }: Moment & { one: Item; isCounter: boolean }): ReactElement {
  const t = useT();
  const ts = one.isOnChange && one.ts !== null ? (heard ?? one.ts) : one.ts;
  const age = ts === null ? null : valueAge(ts, now, intervalSec);
  return (
    <div className="device-tile" data-old={age?.isOld ?? false}>
      <span>
        <small title={t(one.name)}>{t(one.name)}</small>
        {age?.isOld && <small className="device-old">{t(age.words)}</small>}
      </span>
      <span>
        {one.ts === null ? (
          <span className="quiet">{t(['从未上报', 'Never reported'])}</span>
        ) : (
          <b data-long={t(one.text).length > LONG}>
            {t(one.text)}
            {one.unit && <small>{one.unit}</small>}
          </b>
        )}
        {one.quality !== 'good' && <em>{t(qualityWords[one.quality])}</em>}
        {!isCounter && <SparkLine values={one.trend} />}
      </span>
    </div>
  );
}

/** A tile for each value with unit and age, by the groups of the model. Tiles stay in place while values change. */
export function DeviceTiles({ current, now }: { current: CurrentValues | undefined; now: number }): ReactElement {
  const t = useT();
  if (!current)
    return (
      <div className="device-tiles" aria-busy>
        {Array.from({ length: 12 }, (_, at) => (
          <div key={at} className="device-tile">
            <i className="skeleton" style={{ width: 64 }} />
          </div>
        ))}
      </div>
    );
  if (current.groups.length === 0)
    return (
      <p className="quiet device-none">
        {t(['物模型没有属性，或还没有发布', 'The thing model has no properties, or is not published'])}
      </p>
    );
  return (
    <>
      {current.groups.map((group) => (
        <div key={group.group} className="device-group">
          <h3>{t(group.name)}</h3>
          <div className="device-tiles">
            {group.items.map((one) => (
              <Tile
                key={one.identifier}
                one={one}
                isCounter={group.group === 'counter'}
                now={now}
                intervalSec={current.reportIntervalSec}
                heard={current.ts}
              />
            ))}
          </div>
        </div>
      ))}
    </>
  );
}
