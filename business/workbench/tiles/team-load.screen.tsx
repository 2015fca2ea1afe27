import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useCall } from '#kernel/web/query/use-call.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { today } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { type TeamLoad, readTeamLoad } from '../work.calls.ts';
import { loadShare } from './load-share.rules.ts';

/** Share of its capacity from which a team is nearly full. Above 1 it is overloaded. */
const NEARLY_FULL = 0.9;
const toneOf = (share: number): 'red' | 'amber' | 'blue' =>
  share > 1 ? 'red' : share > NEARLY_FULL ? 'amber' : 'blue';

function Line({ of }: { of: TeamLoad }): ReactElement {
  const t = useT();
  const share = loadShare(of);
  const isToday = of.free.startsWith(today());
  return (
    <tr>
      <th scope="row">
        <KeyWord of={customerServiceTeam} value={of.team} />
      </th>
      <td>
        <span
          className="work-load"
          data-tone={toneOf(share)}
          role="img"
          aria-label={t([`已排 ${Math.round(share * 100)}%`, `${Math.round(share * 100)}% planned`])}
          title={t([
            `当班 ${of.people} 人，已排 ${Math.round(share * 100)}%`,
            `${of.people} on duty, ${Math.round(share * 100)}% planned`,
          ])}
        >
          <i style={{ width: `${Math.min(100, share * 100)}%` }} />
        </span>
      </td>
      <td className="end">{of.tasks}</td>
      <td className="end" data-late={of.free === ''}>
        {of.free === '' ? t(['已满', 'full']) : isToday ? of.free.slice(11, 16) : t(['明天', 'tomorrow'])}
      </td>
    </tr>
  );
}

/** Load of each team's day, and its next free hour. */
export default function TeamLoadTile(): ReactElement {
  const t = useT();
  const { data } = useCall(readTeamLoad, {}, { refetchInterval: 60_000 });
  return (
    <>
      <h2>
        {t(['班组负荷', 'Team load'])} <small className="quiet">{t(['今天', 'today'])}</small>
        <Link to="/maintenance/board">{t(['派工看板', 'Dispatch board'])}</Link>
      </h2>
      <table className="work-table">
        <thead>
          <tr>
            <th scope="col">{t(['班组', 'Team'])}</th>
            <th scope="col">
              <span className="sr-only">{t(['负荷', 'Load'])}</span>
            </th>
            <th scope="col" className="end">
              {t(['任务', 'Visits'])}
            </th>
            <th scope="col" className="end">
              {t(['最早可约', 'Next free'])}
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.teams.map((one) => (
            <Line key={one.team} of={one} />
          ))}
        </tbody>
      </table>
      {data?.teams.length === 0 && <p className="quiet">{t(['没有可看的班组', 'No team that you may see'])}</p>}
    </>
  );
}
