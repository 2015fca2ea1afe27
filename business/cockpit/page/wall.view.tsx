import type { ReactElement } from 'react';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import type { BreakdownAnswer } from '../kpi/kpi.calls.ts';
import { LIMITS } from './breakdown.view.tsx';
import { valueWords } from './figures.view.tsx';

/** The teams along the foot of the wall: what is open, and how much of the promises they keep. */
export function WallTeams({ rows }: { rows: BreakdownAnswer }): ReactElement {
  const t = useT();
  const names = useDictionary(customerServiceTeam);
  return (
    <ul className="kpi-wall-teams">
      {names.flatMap(({ key, label }) => {
        const figures = rows.find((row) => row.key === key)?.figures;
        if (!figures) return [];
        const [backlog, sla] = ['backlog', 'sla'].map((name) => figures.find((one) => one.metric === name));
        const over = backlog?.facts.overWeek ?? 0;
        const isLow = sla?.value !== null && sla?.value !== undefined && sla.value < LIMITS.sla;
        return [
          <li key={key}>
            <span>{label}</span>
            <b>
              {backlog?.num ?? 0} <small>{t(['积压', 'open'])}</small>
            </b>
            <small>
              <span>
                {t(['时效', 'SLA'])}{' '}
                <span data-worry={isLow}>
                  {valueWords(sla?.value ?? null, 'percent')}
                  {sla?.value !== null && '%'}
                  {isLow && ` ${t(['低', 'low'])}`}
                </span>
              </span>
              {over > LIMITS.overWeek && <b data-worry>{t([`过 7 天 ${over}`, `${over} over 7 d`])}</b>}
            </small>
          </li>,
        ];
      })}
    </ul>
  );
}
