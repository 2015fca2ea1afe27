import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { minutesBetween } from '#kernel/language/days.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { today } from '#kernel/web/i18n/dates.ts';
import { type BoardTechnician, boardRows } from '#business/dispatch/board/board.calls.ts';
import type { BenchName } from '#business/masterdata/piles/bench-roles.rules.ts';
import './crew-day.css';

/** Hours between which the lanes lie. */
const [FROM, TO] = [8, 18];
const MINUTES = (TO - FROM) * 60;
const [FULL, OVER] = [92, 100];

/** Return the place of a moment of the day in its lane, in percent. */
const placeOf = (day: string, moment: string): number =>
  Math.max(0, Math.min(100, (minutesBetween(`${day} 0${FROM}:00:00`, moment) / MINUTES) * 100));

function Lane({ of, day, now }: { of: BoardTechnician; day: string; now: string }): ReactElement {
  const t = useT();
  const load = of.days.find((one) => one.day === day)?.loadMinutes ?? 0;
  const share = of.capacityMinutes > 0 ? (load * 100) / of.capacityMinutes : 0;
  const visits = of.visits
    .filter((one) => one.from.startsWith(day))
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const span = (from: string, to: string) => ({
    left: `${placeOf(day, from)}%`,
    width: `${Math.max(1, placeOf(day, to) - placeOf(day, from))}%`,
  });
  return (
    <li>
      <span>{of.name}</span>
      <span className="crew-lane">
        {of.leave.map((one) => (
          <i key={one.leaveNo} data-state="leave" style={span(one.from, one.to)} />
        ))}
        {visits.map((one, at) => (
          <i
            key={one.id}
            data-state={one.state}
            data-overlap={at > 0 && visits[at - 1].to > one.from}
            style={span(one.from, one.to)}
            title={`${one.from.slice(11, 16)} ${one.customerName}`}
          />
        ))}
        <i className="crew-now" style={{ left: `${placeOf(day, now)}%` }} />
      </span>
      <small data-load={share > OVER ? 'over' : share > FULL ? 'full' : 'fine'}>
        {t([`${load}/${of.capacityMinutes}`, `${load}/${of.capacityMinutes}`])}
      </small>
    </li>
  );
}

function CrewLanes(): ReactElement | null {
  const t = useT();
  const day = today();
  const { data } = useCall(boardRows, { from: day, days: 1 }, { quiet: true });
  if (!data || data.technicians.length === 0) return null;
  const works = data.technicians.filter((one) => one.days.some((about) => about.day === day && about.works));
  const visits = works.flatMap((one) => one.visits).filter((one) => one.lead && one.from.startsWith(day)).length;
  return (
    <section className="bench-card crew-day">
      <h2>
        {t(['班里今天', 'The crew today'])}{' '}
        <small className="quiet">
          {t([`${works.length} 人，${visits} 单`, `${works.length} people, ${visits} visits`])}
        </small>
        <Link to="/maintenance/board">{t(['派工看板', 'Dispatch board'])}</Link>
      </h2>
      <ul>
        {works.map((one) => (
          <Lane key={one.technicianId} of={one} day={day} now={data.now} />
        ))}
      </ul>
    </section>
  );
}

/** The day of the crew, a lane a person, beside the list of the leader. */
export default function CrewDay({ bench }: { bench: BenchName }): ReactElement | null {
  return bench === 'leader' ? <CrewLanes /> : null;
}
