import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import type { BreakdownAnswer, Tile } from '../kpi/kpi.calls.ts';
import { valueWords } from './figures.view.tsx';
import { useFaces } from './faces.view.tsx';
import { type FigureChange, type FigurePart, largestChanges } from './sentences.rules.ts';
import { drillAddress } from './tile.view.tsx';

const partsIn = (by: FigurePart['by'], answer: BreakdownAnswer, metric: string): FigurePart[] =>
  answer.flatMap(({ key, figures }) =>
    figures.filter((one) => one.metric === metric).map(({ num, den, before }) => ({ by, key, num, den, before })),
  );

const size = (change: FigureChange, amount: number): string =>
  change.metric.unit === 'percent' ? amount.toFixed(1) : valueWords(amount, change.metric.unit);

/** Return the figure, its value and its change as a sentence. */
function headline(change: FigureChange): Label {
  const { metric, value, before } = change;
  const unit = metric.unit === 'percent' ? '%' : '';
  const amount = size(change, Math.abs(value - before));
  const now = `${valueWords(value, metric.unit)}${unit}`;
  return value > before
    ? [
        `${metric.label[0]} ${now}，多 ${amount}${unit && ' 点'}`,
        `${metric.label[1]} ${now}, up ${amount}${unit && ' points'}`,
      ]
    : [
        `${metric.label[0]} ${now}，少 ${amount}${unit && ' 点'}`,
        `${metric.label[1]} ${now}, down ${amount}${unit && ' points'}`,
      ];
}

/** Return the part that caused the change as a sentence, or that all parts moved alike. */
function because(change: FigureChange, name: string): Label {
  const { metric, part } = change;
  if (!part) return ['各班组、各系统变化相近', 'The change is the same in every team and system'];
  if (metric.unit === 'percent') {
    const [own, rest] = [`${part.value.toFixed(1)}%`, `${part.own.toFixed(1)}%`];
    return [`${name} ${own}，去掉它是 ${rest}`, `${name} ${own}; ${rest} without it`];
  }
  const own = valueWords(Math.abs(part.own), metric.unit);
  return part.own > 0
    ? [
        `${name} 多 ${own}，现为 ${valueWords(part.value, metric.unit)}`,
        `${name} up ${own}, now ${valueWords(part.value, metric.unit)}`,
      ]
    : [
        `${name} 少 ${own}，现为 ${valueWords(part.value, metric.unit)}`,
        `${name} down ${own}, now ${valueWords(part.value, metric.unit)}`,
      ];
}

/** The three largest changes as sentences, each with the part that caused it and a link to its rows. */
export function Sentences({
  tiles,
  teams,
  systems,
}: {
  tiles: readonly Tile[];
  teams: BreakdownAnswer;
  systems: BreakdownAnswer;
}): ReactElement | null {
  const t = useT();
  const { shownIn, faceOf } = useFaces();
  const isPending = ({ metric, facts }: Tile): boolean => {
    const pending = faceOf(metric)?.pending;
    return pending ? facts[pending.name] !== undefined : false;
  };
  const names = {
    team: useDictionary(customerServiceTeam),
    system: useDictionary(repairType),
  };
  const changes = largestChanges(
    shownIn('tile'),
    // An incomplete figure is left out, since its change would mislead.
    Object.fromEntries(tiles.filter((one) => !isPending(one)).map((tile) => [tile.metric, tile])),
    Object.fromEntries(
      tiles.map(({ metric }) => [metric, [...partsIn('team', teams, metric), ...partsIn('system', systems, metric)]]),
    ),
  );
  if (!changes.length)
    return (
      <p className="kpi-sentences quiet" data-none>
        {t(['与对比期相比没有明显变化', 'Nothing changed much against the days compared with'])}
      </p>
    );
  return (
    <ol className="kpi-sentences">
      {changes.map((change, at) => {
        const { part, metric } = change;
        const name = part ? (names[part.by].find((one) => one.key === part.key)?.label ?? part.key) : '';
        const answer = part?.by === 'system' ? systems : teams;
        const figure =
          part && answer.find((one) => one.key === part.key)?.figures.find((one) => one.metric === metric.metric);
        const to = drillAddress((figure ?? tiles.find((one) => one.metric === metric.metric))?.drill ?? null);
        return (
          <li key={metric.metric} data-worse={change.isWorse}>
            <b aria-hidden>{at + 1}</b>
            <span>
              <strong>{t(headline(change))}</strong>
              <small className="quiet">{t(because(change, name))}</small>
            </span>
            {to && <Link to={to}>{t(['看明细', 'View details'])}</Link>}
          </li>
        );
      })}
    </ol>
  );
}
