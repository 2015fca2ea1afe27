import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { dayHeading } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { schemeName } from '#business/contracts/dictionaries.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { planStatus } from '../../dictionaries.ts';
import type { PlanCalendar, PlanRow } from '../plan-calendar.calls.ts';
import type { PlanCell } from './calendar-grid.view.tsx';
import { shareOfDay, toneOfShare } from './calendar-words.rules.ts';
import { isPushable } from './use-push.view.tsx';
import type { DayOfTeam } from './use-team-day.view.tsx';
import type { Moving } from './use-move.view.tsx';

interface Shown extends DayOfTeam {
  readonly calendar: PlanCalendar;
  readonly cell: PlanCell;
  /** Begin to move the picked visit; absent without the right to change plans. */
  readonly move?: () => void;
  readonly moving: Moving | null;
  /** Push visits to their customers; absent without the right to. */
  readonly push?: (rows: readonly PlanRow[]) => void;
  /** Minutes that ticked trips add to this day. */ readonly more: number;
}

/** The chosen day of a team: its load in words, and its planned visits. */
export function DayPanel({
  calendar,
  cell,
  rows,
  isStale,
  away,
  picked,
  pick,
  move,
  moving,
  more,
  push,
}: Shown): ReactElement {
  const t = useT();
  const language = useLanguage();
  const of = calendar.teams.find(({ team }) => team === cell.team)?.days.find(({ day }) => day === cell.day);
  const share = of ? shareOfDay(of) : 0;
  return (
    <section className="plan-day" aria-busy={isStale || rows === undefined}>
      <header>
        <h2>
          <KeyWord of={customerServiceTeam} value={cell.team} /> {dayHeading(cell.day, language)}
        </h2>
        {of && <span className="quiet">{t([`${of.count} 次`, `${of.count} visits`])}</span>}
        {away.length > 0 && (
          <span className="quiet">{t([`${away.join('、')}请假`, `on leave: ${away.join(', ')}`])}</span>
        )}
        <span className="spring" />
        <Link to={`/maintenance/board?date=${cell.day}`}>{t(['开派工看板', 'Dispatch board'])}</Link>
      </header>
      {of && (
        <p className="plan-load">
          <span className="plan-loadbar" aria-hidden>
            {(['known', 'usual', 'booked', 'planned'] as const).map((part) => (
              <i
                key={part}
                data-part={part}
                style={{ width: of.capacity ? `${Math.min(100, (of[part] * 100) / of.capacity)}%` : 0 }}
              />
            ))}
          </span>
          <span>
            {t([
              `别的活 ${of.known}，平常再来 ${of.usual}，保养 ${of.booked + of.planned}`,
              `other work ${of.known}, usual ${of.usual}, plans ${of.booked + of.planned}`,
            ])}
          </span>
          <b data-tone={toneOfShare(share, calendar.limit)}>
            {t([
              `共 ${of.known + of.usual + of.booked + of.planned} / ${of.capacity} 分，${share}%`,
              `${of.known + of.usual + of.booked + of.planned} of ${of.capacity} min, ${share}%`,
            ])}
          </b>
          {more > 0 && of.capacity > 0 && (
            <span data-tone={toneOfShare(share + Math.round((more * 100) / of.capacity), calendar.limit)}>
              {t([
                `并入后 ${share + Math.round((more * 100) / of.capacity)}%`,
                `${share + Math.round((more * 100) / of.capacity)}% with the trips`,
              ])}
            </span>
          )}
        </p>
      )}
      <ul>
        {rows?.length === 0 && <li className="quiet">{t(['这天没有保养', 'No planned visits on this day'])}</li>}
        {rows === undefined &&
          [0, 1, 2].map((at) => (
            <li key={at}>
              <i className="skeleton" style={{ width: `${60 - at * 10}%` }} />
            </li>
          ))}
        {rows?.map((row) => (
          <li key={row.id} aria-current={row.id === picked || undefined}>
            <button type="button" className="plain" onClick={() => pick(row.id ?? null)}>
              <span>{row.customerName}</span>
              <span className="quiet">{row.premises || row.address}</span>
              <span>
                {row.content || <KeyWord of={schemeName} value={row.schemeName ?? ''} />} {row.occurrenceNo}/
                {row.timesTotal}
              </span>
              <span>{t([`${row.stdMinutes ?? 0} 分`, `${row.stdMinutes ?? 0} min`])}</span>
            </button>
            <Link className="plan-state" to={`/maintenance/asmaintain?id=${row.id}`}>
              <KeyWord of={planStatus} value={row.planStatus ?? ''} />
            </Link>
          </li>
        ))}
      </ul>
      <footer>
        {moving ? (
          <span>
            {t([
              `${moving.row.customerName} 移到 ${moving.day}，窗口 ${moving.row.windowFrom} 至 ${moving.row.windowTo}`,
              `${moving.row.customerName}: move to ${moving.day}, window ${moving.row.windowFrom} to ${moving.row.windowTo}`,
            ])}{' '}
            <kbd>Enter</kbd> <kbd>Esc</kbd>
          </span>
        ) : (
          <>
            <span className="quiet plan-keys">
              <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> {t(['换天换班组', 'day, team'])} <kbd>Space</kbd>{' '}
              {t(['选一次', 'pick a visit'])}
            </span>
            {push && rows?.some(isPushable) && (
              <button type="button" className="plain" onClick={() => push(rows)}>
                {t([
                  `推送未约的 ${rows.filter(isPushable).length} 次…`,
                  `Push ${rows.filter(isPushable).length} unbooked…`,
                ])}
              </button>
            )}
            {move && (
              <button type="button" className="plain" disabled={!rows?.length} onClick={move}>
                {t(['移到…', 'Move to…'])} <kbd>M</kbd>
              </button>
            )}
          </>
        )}
      </footer>
    </section>
  );
}
