import type { ReactElement } from 'react';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import type { BreakdownAnswer, ShownFigure } from '../kpi/kpi.calls.ts';
import { isBeyond, useFaces } from './faces.view.tsx';
import { valueWords } from './figures.view.tsx';

/** A value with its short label, red beyond its limit, and marked as low if the limit is a lower one. */
function WallValue({ face, value }: { face: ShownFigure; value: number | null }): ReactElement {
  const t = useT();
  const isOver = isBeyond(face.limit, value);
  return (
    <span>
      {t(face.short)}{' '}
      <span data-worry={isOver}>
        {valueWords(value, face.unit)}
        {face.unit === 'percent' && value !== null && '%'}
        {isOver && face.limit?.below !== null && ` ${t(['低', 'low'])}`}
      </span>
    </span>
  );
}

/**
 * The teams at the foot of the wall display, with the first figure of the place `wall` large and the others below it.
 */
export function WallTeams({ rows }: { rows: BreakdownAnswer }): ReactElement {
  const t = useT();
  const names = useDictionary(customerServiceTeam);
  const [first, ...others] = useFaces().shownIn('wall');
  if (!first) return <ul className="kpi-wall-teams" />;
  return (
    <ul className="kpi-wall-teams">
      {names.flatMap(({ key, label }) => {
        const figures = rows.find((row) => row.key === key)?.figures;
        if (!figures) return [];
        const led = figures.find((one) => one.metric === first.metric);
        const over = first.fact ? (led?.facts[first.fact.name] ?? 0) : 0;
        return [
          <li key={key}>
            <span>{label}</span>
            <b>
              {led?.num ?? 0} <small>{t(first.short)}</small>
            </b>
            <small>
              {others.map((face) => (
                <WallValue
                  key={face.metric}
                  face={face}
                  value={figures.find((one) => one.metric === face.metric)?.value ?? null}
                />
              ))}
              {first.fact && over > first.fact.limit && (
                <b data-worry>{t([`${first.fact.short[0]} ${over}`, `${over} ${first.fact.short[1]}`])}</b>
              )}
            </small>
          </li>,
        ];
      })}
    </ul>
  );
}
