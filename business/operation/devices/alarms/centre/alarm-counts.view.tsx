import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useT } from '#kernel/web/i18n/words.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { AlarmLevel } from './alarm-row.view.tsx';

const LEVELS = ['critical', 'major', 'minor', 'info'] as const;

/** How many wait, by level and state; each leads to exactly those. */
export function AlarmCounts({ rows }: { rows: readonly WireRow[] }): ReactElement {
  const t = useT();
  const count = (state: string, level?: string): number =>
    rows.filter((row) => row.alarmStatus === state && (level === undefined || row.level === level)).length;
  return (
    <div className="alarm-counts">
      {LEVELS.map((level) => (
        <Link key={level} to={`/iot/alarmRecord?alarmStatus=active&level=${level}`}>
          <AlarmLevel level={level} />
          <b>{count('active', level)}</b>
        </Link>
      ))}
      <Link to="/iot/alarmRecord?alarmStatus=recovered">
        <span>{t(['已恢复，未确认', 'Recovered, unconfirmed'])}</span>
        <b>{count('recovered')}</b>
      </Link>
      <Link to="/iot/alarmRecord?alarmStatus=confirmed">
        <span>{t(['已确认，仍在', 'Confirmed, holding'])}</span>
        <b>{count('confirmed')}</b>
      </Link>
    </div>
  );
}
