import type { CSSProperties, ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { entryWidth, stripHours, inLanes, merged, stripPlace } from './day-strip.rules.ts';
import type { DayEntry, StoreBoard } from './store-board.calls.ts';

const states: Readonly<Record<DayEntry['state'], Label>> = {
  examine: ['待审核', 'to examine'],
  prepare: ['待备单', 'to prepare'],
  ready: ['可交', 'ready'],
  done: ['已移交', 'handed over'],
};

const lines = (n: number): Label => [`${n} 行`, n === 1 ? '1 line' : `${n} lines`];

/** The hand-overs of today by the hour, each with its state in words, and the line of now. */
export function DayStrip({ board }: { board: StoreBoard }): ReactElement {
  const t = useT();
  const day = board.now.slice(0, 10);
  const entries = board.day.filter((one) => one.at.startsWith(day));
  const hours = stripHours(day, [...entries.map((one) => one.at), board.now]);
  const placed = inLanes(day, merged(entries), hours);
  const lanes = Math.max(1, ...placed.map((one) => one.lane + 1));
  const now = stripPlace(day, board.now, hours);
  return (
    <section className="store-day">
      <h2>
        {t(['今天的柜台', 'The counter today'])}{' '}
        <small className="quiet">{t(['按来取的时间', 'by the time of fetching'])}</small>
      </h2>
      <div className="store-strip" style={{ '--lanes': lanes, '--hours': hours.last - hours.first } as CSSProperties}>
        {placed.map(({ entry, lane, left }) => (
          <Link
            key={entry.id}
            to={entry.to}
            className="store-entry"
            data-state={entry.state}
            style={{ '--lane': lane, left: `${left}%`, width: `${entryWidth(hours)}%` } as CSSProperties}
          >
            <b>
              {entry.isCourier && `${t(['快递', 'Courier'])} `}
              {entry.who}
              {entry.papers > 1 && ` ×${entry.papers}`}
            </b>
            <span>
              {t(lines(entry.lines))} {t(states[entry.state])}
            </span>
          </Link>
        ))}
        {entries.length === 0 && <p className="quiet">{t(['今天还没有要交的', 'Nothing to hand over today'])}</p>}
        <i className="store-now" style={{ left: `${now}%` }} aria-hidden>
          <span>{board.now.slice(11, 16)}</span>
        </i>
      </div>
      <p className="store-hours" aria-hidden>
        {Array.from({ length: hours.last - hours.first + 1 }, (_, at) => (
          <span key={at}>{`${String(hours.first + at).padStart(2, '0')}:00`}</span>
        ))}
      </p>
    </section>
  );
}
