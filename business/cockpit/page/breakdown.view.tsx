import { Fragment, type ReactElement } from 'react';
import { Link } from 'react-router';
import { type Label, inSentence } from '#kernel/language/label.ts';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import type { BreakdownAnswer, ShownFigure, Tile } from '../kpi/kpi.calls.ts';
import { isBeyond, useFaces, withTile } from './faces.view.tsx';
import { valueWords } from './figures.view.tsx';
import { drillAddress } from './tile.view.tsx';

type Figures = BreakdownAnswer[number]['figures'];

const figureOf = (figures: Figures, metric: string) => figures.find((one) => one.metric === metric);

/** Return the rows with the label of their team or system, sorted by the figure `by` in descending order. */
function named(rows: BreakdownAnswer, names: ReturnType<typeof useDictionary>, by: string | undefined) {
  const most = (figures: Figures): number => (by && figureOf(figures, by)?.num) || 0;
  return rows
    .flatMap((row) => {
      const name = names.find((one) => one.key === row.key)?.label;
      return name ? [{ ...row, name }] : [];
    })
    .toSorted((one, other) => most(other.figures) - most(one.figures));
}

function Cell({ figures, face }: { figures: Figures; face: ShownFigure }): ReactElement {
  const figure = figureOf(figures, face.metric);
  const words = !figure || (face.unit === 'count' && figure.value === 0) ? '—' : valueWords(figure.value, face.unit);
  const to = figure && words !== '—' ? drillAddress(figure.drill) : null;
  return (
    <td className="end" data-worry={isBeyond(face.limit, figure?.value ?? null)}>
      {to ? <Link to={to}>{words}</Link> : words}
    </td>
  );
}

/** The cell of the figure by which the table is sorted, with a bar. */
function RankCell({ figures, metric, most }: { figures: Figures; metric: string; most: number }): ReactElement {
  const figure = figureOf(figures, metric);
  const to = drillAddress(figure?.drill ?? null);
  return (
    <td className="end kpi-bar-cell">
      <i aria-hidden style={{ width: `${((figure?.num ?? 0) / most) * 60}px` }} />
      {to ? <Link to={to}>{figure?.num ?? 0}</Link> : (figure?.num ?? '—')}
    </td>
  );
}

function FactCell({ figures, face }: { figures: Figures; face: ShownFigure }): ReactElement {
  const over = (face.fact && figureOf(figures, face.metric)?.facts[face.fact.name]) || 0;
  return (
    <td className="end" data-worry={face.fact !== null && over > face.fact.limit}>
      {over || '—'}
    </td>
  );
}

/** Return the limits of the columns, beyond which values are red, in words. */
function limitWords(faces: readonly ShownFigure[]): Label {
  const limits = faces.flatMap(({ short, unit, limit, fact }): Label[] => {
    const sign = unit === 'percent' ? '%' : '';
    const own = limit && (limit.below === null ? `> ${limit.above}${sign}` : `< ${limit.below}${sign}`);
    return [
      ...(own ? [[`${short[0]} ${own}`, `${inSentence(short[1])} ${own}`] as const] : []),
      ...(fact ? [[`${fact.label[0]} > ${fact.limit}`, `${inSentence(fact.label[1])} > ${fact.limit}`] as const] : []),
    ];
  });
  return [`红字：${limits.map((one) => one[0]).join('，')}`, `red: ${limits.map((one) => one[1]).join(', ')}`];
}

/** Table of the figures of each team. A cell links to its rows. Figures that the person may not read have no column. */
export function TeamTable({ rows, tiles }: { rows: BreakdownAnswer; tiles: readonly Tile[] }): ReactElement {
  const t = useT();
  const { shownIn } = useFaces();
  const columns = withTile(shownIn('team'), tiles);
  const [rank] = withTile(shownIn('rank'), tiles);
  const teams = named(rows, useDictionary(customerServiceTeam), rank?.metric);
  const most = Math.max(1, ...teams.map((team) => (rank && figureOf(team.figures, rank.metric)?.num) || 0));
  const tileOf = (metric: string): Tile | undefined => tiles.find((one) => one.metric === metric);
  return (
    <section className="kpi-sheet kpi-teams">
      <h2>
        {t(['按班组', 'By team'])}
        {rank && (
          <small className="quiet">
            {t([
              `${rank.label[0]}高的在前，点一格看那几单`,
              `largest ${inSentence(rank.label[1])} first; a figure opens its rows`,
            ])}
          </small>
        )}
        <small className="quiet kpi-limits">{t(limitWords(shownIn('team')))}</small>
      </h2>
      <div className="kpi-scroll">
        <table>
          <thead>
            <tr>
              <th>{t(['班组', 'Team'])}</th>
              {columns.map(({ metric, label, unit, fact }) => (
                <Fragment key={metric}>
                  <th className="end">
                    {t(label)}
                    {unit === 'percent' && ' %'}
                  </th>
                  {fact && <th className="end">{t(fact.label)}</th>}
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {teams.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {columns.map((face) => (
                  <Fragment key={face.metric}>
                    {face === rank ? (
                      <RankCell figures={figures} metric={face.metric} most={most} />
                    ) : (
                      <Cell figures={figures} face={face} />
                    )}
                    {face.fact && <FactCell figures={figures} face={face} />}
                  </Fragment>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t(['全部', 'All'])}</th>
              {columns.map(({ metric, unit, fact }) => (
                <Fragment key={metric}>
                  <td className="end">{valueWords(tileOf(metric)?.value ?? null, unit)}</td>
                  {fact && <td className="end">{tileOf(metric)?.facts[fact.name] ?? 0}</td>}
                </Fragment>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

/** Table of the systems with bars, for the last readable figure of the place `bars`: revenue, or orders. */
export function SystemBars({ rows, tiles }: { rows: BreakdownAnswer; tiles: readonly Tile[] }): ReactElement | null {
  const t = useT();
  const { shownIn } = useFaces();
  const led = shownIn('bars').findLast((one) => tiles.some((tile) => tile.metric === one.metric));
  const columns = shownIn('system');
  const sorted = named(rows, useDictionary(repairType as Dictionary), led?.metric);
  if (!led) return null;
  const most = Math.max(1, ...sorted.map((one) => figureOf(one.figures, led.metric)?.num ?? 0));
  return (
    <section className="kpi-sheet kpi-systems">
      <h2>{t(['按系统', 'By system'])}</h2>
      <div className="kpi-scroll">
        <table>
          <thead>
            <tr>
              <th colSpan={2}>{t(['系统', 'System'])}</th>
              {[led, ...columns].map(({ metric, label, unit }) => (
                <th key={metric} className="end">
                  {t(label)}
                  {unit === 'percent' && ' %'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td className="kpi-bar">
                  <i
                    aria-hidden
                    style={{ width: `${(Math.max(0, figureOf(figures, led.metric)?.num ?? 0) / most) * 100}%` }}
                  />
                </td>
                {[led, ...columns].map((face) => (
                  <Cell key={face.metric} figures={figures} face={face} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
