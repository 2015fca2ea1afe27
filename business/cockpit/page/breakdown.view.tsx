import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { Dictionary } from '#kernel/language/dictionary.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import type { BreakdownAnswer, Tile } from '../kpi/kpi.calls.ts';
import { valueWords } from './figures.view.tsx';
import { drillAddress, figureLabel } from './tile.view.tsx';

type Figures = BreakdownAnswer[number]['figures'];

/** What is printed red: limits that a manager goes by. */
export const LIMITS = { sla: 90, overWeek: 5, utilisation: 90 } as const;

const figureOf = (figures: Figures, metric: string) => figures.find((one) => one.metric === metric);

const isOver = (metric: string, value: number | null): boolean =>
  value !== null &&
  ((metric === 'sla' && value < LIMITS.sla) || (metric === 'utilisation' && value > LIMITS.utilisation));

/** Rows in the order of their backlog, those with a name only. */
function named(rows: BreakdownAnswer, names: ReturnType<typeof useDictionary>) {
  const backlog = (figures: Figures): number => figureOf(figures, 'backlog')?.num ?? 0;
  return rows
    .flatMap((row) => {
      const name = names.find((one) => one.key === row.key)?.label;
      return name ? [{ ...row, name }] : [];
    })
    .toSorted((one, other) => backlog(other.figures) - backlog(one.figures));
}

function Cell({ figures, metric }: { figures: Figures; metric: string }): ReactElement {
  const figure = figureOf(figures, metric);
  const unit = ['sla', 'firstFix', 'utilisation'].includes(metric)
    ? 'percent'
    : metric === 'revenue'
      ? 'money'
      : 'count';
  const words = !figure || (unit === 'count' && figure.value === 0) ? '—' : valueWords(figure.value, unit);
  const to = figure && words !== '—' ? drillAddress(figure.drill) : null;
  return (
    <td className="end" data-worry={isOver(metric, figure?.value ?? null)}>
      {to ? <Link to={to}>{words}</Link> : words}
    </td>
  );
}

const columns = ['orders', 'backlog', 'overWeek', 'sla', 'firstFix', 'utilisation', 'revenue'] as const;

/** The figures of each team; a cell leads to its rows. What nobody may read has no column. */
export function TeamTable({ rows, tiles }: { rows: BreakdownAnswer; tiles: readonly Tile[] }): ReactElement {
  const t = useT();
  const teams = named(rows, useDictionary(customerServiceTeam));
  const told = columns.filter((one) => tiles.some((tile) => tile.metric === (one === 'overWeek' ? 'backlog' : one)));
  const most = Math.max(1, ...teams.map((team) => figureOf(team.figures, 'backlog')?.num ?? 0));
  const whole = (metric: string): string => {
    const tile = tiles.find((one) => one.metric === (metric === 'overWeek' ? 'backlog' : metric));
    if (!tile) return '';
    return metric === 'overWeek' ? String(tile.facts.overWeek ?? 0) : valueWords(tile.value, tile.unit);
  };
  return (
    <section className="kpi-sheet kpi-teams">
      <h2>
        {t(['按班组', 'By team'])}
        <small className="quiet">
          {t(['积压高的在前，点一格看那几单', 'largest backlog first; a figure opens its rows'])}
        </small>
        <small className="quiet kpi-limits">
          {t([
            `红字：时效 < ${LIMITS.sla}%，过 7 天 > ${LIMITS.overWeek}，利用率 > ${LIMITS.utilisation}%`,
            `red: SLA < ${LIMITS.sla}%, over 7 days > ${LIMITS.overWeek}, utilisation > ${LIMITS.utilisation}%`,
          ])}
        </small>
      </h2>
      <div className="kpi-scroll">
        <table>
          <thead>
            <tr>
              <th>{t(['班组', 'Team'])}</th>
              {told.map((one) => (
                <th key={one} className="end">
                  {one === 'overWeek' ? t(['过 7 天', 'Over 7 days']) : t(figureLabel(one))}
                  {['sla', 'firstFix', 'utilisation'].includes(one) && ' %'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {teams.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {told.map((one) => {
                  if (one !== 'overWeek' && one !== 'backlog') return <Cell key={one} figures={figures} metric={one} />;
                  const backlog = figureOf(figures, 'backlog');
                  const over = backlog?.facts.overWeek ?? 0;
                  if (one === 'overWeek')
                    return (
                      <td key={one} className="end" data-worry={over > LIMITS.overWeek}>
                        {over || '—'}
                      </td>
                    );
                  const to = drillAddress(backlog?.drill ?? null);
                  return (
                    <td key={one} className="end kpi-bar-cell">
                      <i aria-hidden style={{ width: `${((backlog?.num ?? 0) / most) * 60}px` }} />
                      {to ? <Link to={to}>{backlog?.num ?? 0}</Link> : (backlog?.num ?? '—')}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t(['全部', 'All'])}</th>
              {told.map((one) => (
                <td key={one} className="end">
                  {whole(one)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

/** The systems by what they bring in, or by their orders where money is not told. */
export function SystemBars({ rows, tiles }: { rows: BreakdownAnswer; tiles: readonly Tile[] }): ReactElement {
  const t = useT();
  const systems = named(rows, useDictionary(repairType as Dictionary));
  const led = tiles.some((one) => one.metric === 'revenue') ? 'revenue' : 'orders';
  const sorted = systems.toSorted(
    (one, other) => (figureOf(other.figures, led)?.num ?? 0) - (figureOf(one.figures, led)?.num ?? 0),
  );
  const most = Math.max(1, ...sorted.map((one) => figureOf(one.figures, led)?.num ?? 0));
  return (
    <section className="kpi-sheet kpi-systems">
      <h2>{t(['按系统', 'By system'])}</h2>
      <div className="kpi-scroll">
        <table>
          <thead>
            <tr>
              <th colSpan={2}>{t(['系统', 'System'])}</th>
              <th className="end">{t(figureLabel(led))}</th>
              <th className="end">{t(figureLabel('backlog'))}</th>
              <th className="end">{t(figureLabel('sla'))} %</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td className="kpi-bar">
                  <i
                    aria-hidden
                    style={{ width: `${(Math.max(0, figureOf(figures, led)?.num ?? 0) / most) * 100}%` }}
                  />
                </td>
                <Cell figures={figures} metric={led} />
                <Cell figures={figures} metric="backlog" />
                <Cell figures={figures} metric="sla" />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
