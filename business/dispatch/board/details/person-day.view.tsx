import { useQueries } from '@tanstack/react-query';
import { Send, X } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { lengthWords, minutesBetween } from '#kernel/language/days.ts';
import type { BoardAnswer, BoardOrder, BoardTechnician, BoardVisit, PlacingVerdict } from '../board.calls.ts';
import { freeGapsOf } from '../free-window.rules.ts';
import { OrderTimeLeft } from '../pool/order-card.view.tsx';
import { put, useBoard } from '../state/board-store.view.tsx';
import { boardPlace } from '../state/place.view.tsx';
import { fetchPlacingVerdict } from '../state/use-board-data.view.tsx';
import { clockOf, boardDayWords, useWords } from '../state/words.view.tsx';
import { loadTone } from '../timeline/timeline.rules.ts';
import { weekCellOf, fitOf, kmOf, personDay } from '../week/week.rules.ts';
import { SuggestionReasons } from './suggestions.view.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';

const MIN_GAP = 30;
const MAX_FITS = 4;

interface Line {
  readonly from: string;
  readonly to: string;
  readonly visit?: BoardVisit;
}

function Lines({ lines }: { lines: readonly Line[] }): ReactElement {
  const t = useT();
  const words = useWords();
  return (
    <ol className="day-lines">
      {lines.map(({ from, to, visit }) => (
        <li
          key={`${from}${visit?.id ?? ''}`}
          className={visit ? `tone-${words.state.tone(visit.state)}` : undefined}
          data-gap={!visit}
        >
          <time>
            {clockOf(from)}
            <small>{clockOf(to)}</small>
          </time>
          {visit ? (
            <span>
              <b>{visit.customerName}</b>
              <small>
                {words.state.of(visit.state)} · {words.system.of(visit.repairType)}
                {visit.premisesName && ` · ${visit.premisesName}`}
              </small>
            </span>
          ) : (
            <span>
              <b>
                {t(['空档', 'free:'])} {t(lengthWords(minutesBetween(from, to)))}
              </b>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

interface PersonProps {
  readonly of: BoardTechnician;
  readonly day: string;
  readonly board: BoardAnswer;
  readonly orders: readonly BoardOrder[];
  readonly now: string;
  readonly mayAssign: boolean;
}

/** Return the visits and the free gaps of a day in order of time. A past day has no gaps. */
function linesOf(of: BoardTechnician, day: string, now: string): Line[] {
  return [
    ...of.visits
      .filter((one) => one.from.slice(0, 10) === day)
      .map((visit) => ({ from: visit.from, to: visit.to, visit })),
    ...(day >= now.slice(0, 10)
      ? freeGapsOf(personDay(of, day), MIN_GAP, day === now.slice(0, 10) ? now : `${day} 00:00:00`)
      : []),
  ].toSorted((one, other) => one.from.localeCompare(other.from));
}

interface Fit {
  readonly order: BoardOrder;
  readonly from: string;
  readonly to: string;
}

/** Return the orders that fit into a technician's day, the chosen one first, then those of the technician's team. */
function useFits({ of, day, board, orders }: Pick<PersonProps, 'of' | 'day' | 'board' | 'orders'>): Fit[] {
  const orderId = useBoard((state) => state.orderId);
  return useMemo(
    () =>
      orders
        .flatMap((order) => {
          const window = fitOf(board, of, day, order);
          return window ? [{ order, ...window }] : [];
        })
        .toSorted(
          (one, other) =>
            Number(other.order.id === orderId) - Number(one.order.id === orderId) ||
            Number(other.order.team === of.team) - Number(one.order.team === of.team),
        )
        .slice(0, MAX_FITS),
    [orders, board, of, day, orderId],
  );
}

/** Return the server's verdict on each of these orders; undefined while it loads. */
function useVerdicts(of: BoardTechnician, fits: readonly Fit[]): (PlacingVerdict | undefined)[] {
  return useQueries({
    queries: fits.map(({ order, from, to }) => ({
      queryKey: ['board', 'verdict', `${order.id} ${of.technicianId} ${from} ${to}`],
      staleTime: 10_000,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchPlacingVerdict(
          {
            kind: 'assign',
            by: 'keys',
            order,
            name: order.customerName,
            registrationFormId: order.id,
            minutes: order.minutes,
            technicianId: of.technicianId,
            from,
            to,
          },
          signal,
        ),
    })),
  }).map((one) => one.data);
}

function DaySum({ of, day }: { of: BoardTechnician; day: string }): ReactElement {
  const t = useT();
  const cell = weekCellOf(of, day);
  return (
    <div className="day-sum">
      <span className="technician-face" aria-hidden>
        {of.name.slice(0, 1)}
      </span>
      <span>
        <b>{t([`${cell.count} 单`, counted(cell.count, 'visit')])}</b>{' '}
        <span className="quiet">
          {t([
            `${lengthWords(cell.minutes)[0]}，共 ${lengthWords(of.capacityMinutes)[0]} · ${kmOf(of, day)} km`,
            `${lengthWords(cell.minutes)[1]} of ${lengthWords(of.capacityMinutes)[1]} · ${kmOf(of, day)} km`,
          ])}
        </span>
        <span className="load" data-tone={loadTone(cell.minutes, of.capacityMinutes)}>
          <span className="load-bar">
            <i style={{ width: `${Math.min(100, cell.share * 100)}%` }} />
          </span>
        </span>
      </span>
    </div>
  );
}

interface FitsProps {
  readonly fits: readonly Fit[];
  readonly verdicts: readonly (PlacingVerdict | undefined)[];
  readonly chosen: Fit | undefined;
  readonly now: string;
  readonly onPick: (at: number) => void;
}

function Fits({ fits, verdicts, chosen, now, onPick }: FitsProps): ReactElement {
  const t = useT();
  const words = useWords();
  return (
    <section>
      <h3>{t(['能放进空档的待派单', 'Orders that fit'])}</h3>
      {fits.length === 0 && <p className="quiet">{t(['没有合适的待派单', 'No order fits'])}</p>}
      <div role="radiogroup" aria-label={t(['能放进空档的待派单', 'Orders that fit'])}>
        {fits.map((fit, at) => (
          <button
            key={fit.order.id}
            type="button"
            role="radio"
            aria-checked={fit === chosen}
            className="suggestion plain"
            onClick={() => onPick(at)}
          >
            <span>
              <b>{fit.order.customerName}</b>{' '}
              <small className="quiet">
                {clockOf(fit.from)}–{clockOf(fit.to)}
              </small>
            </span>
            <OrderTimeLeft order={fit.order} now={now} bar={false} />
            <span className="suggestion-what">
              {words.system.of(fit.order.repairType)} · {fit.order.content}
            </span>
            {verdicts[at] && <SuggestionReasons reasons={verdicts[at].reasons} />}
          </button>
        ))}
      </div>
    </section>
  );
}

/** One technician's day: visits, free gaps, and orders that fit into them with the server's verdicts. */
export function PersonDayPanel({ of, day, board, orders, now, mayAssign }: PersonProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const words = useWords();
  const [picked, pick] = useState(0);
  const cell = weekCellOf(of, day);
  const lines = useMemo(() => linesOf(of, day, now), [of, day, now]);
  const fits = useFits({ of, day, board, orders });
  const verdicts = useVerdicts(of, fits);
  const chosen = fits[picked] ?? fits[0];
  return (
    <aside className="details" aria-label={t([`${of.name}的一天`, `The day of ${of.name}`])}>
      <header className="details-head">
        <b>{of.name}</b> <span className="quiet">{boardDayWords(day, language)}</span>
        <span className="spring" />
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['关闭', 'Close'])}
          onClick={() => put({ cell: null })}
        >
          <X size={15} aria-hidden />
        </button>
      </header>
      <div className="details-body">
        <DaySum of={of} day={day} />
        <section>
          <h3>
            {t(['当天安排', 'Plan of the day'])}
            <button type="button" className="link" onClick={() => put({ span: 'day', day, cell: null })}>
              {t(['打开日视图', 'open the day'])}
            </button>
          </h3>
          {lines.length ? (
            <Lines lines={lines} />
          ) : (
            <p className="quiet">
              {cell.away
                ? words.leave.of(cell.away)
                : cell.works
                  ? t(['没有安排', 'Nothing planned'])
                  : t(['休息', 'Day off'])}
            </p>
          )}
        </section>
        <Fits fits={fits} verdicts={verdicts} chosen={chosen} now={now} onPick={pick} />
      </div>
      <footer className="details-foot">
        {mayAssign && (
          <button
            type="button"
            className="button strong send"
            disabled={!chosen}
            onClick={() => {
              if (chosen)
                void boardPlace({
                  order: chosen.order,
                  name: chosen.order.customerName,
                  technicianId: of.technicianId,
                  technicianName: of.name,
                  from: chosen.from,
                  to: chosen.to,
                });
            }}
          >
            <Send size={15} aria-hidden />{' '}
            {chosen
              ? t([
                  `派 ${chosen.order.customerName} · ${clockOf(chosen.from)}`,
                  `Send ${chosen.order.customerName} · ${clockOf(chosen.from)}`,
                ])
              : t(['没有合适的单', 'No order fits'])}
          </button>
        )}
      </footer>
    </aside>
  );
}
