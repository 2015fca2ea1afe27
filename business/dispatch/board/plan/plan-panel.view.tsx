import { Lock, LockOpen, RefreshCw, Send, TriangleAlert, X } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { SuggestionReasons } from '../details/suggestions.view.tsx';
import { type PlanLine, type PlanProposal, put, useBoard } from '../state/board-store.view.tsx';
import { changeLine, planTheDay, takePlan } from '../state/planning.view.tsx';
import type { BoardData } from '../state/use-board-data.view.tsx';
import { boardDayWords, clockOf, useWords } from '../state/words.view.tsx';
import { lengthWords } from '#kernel/language/days.ts';
import type { BoardOrder } from '../board.calls.ts';
import { troubleOf } from './plan-trouble.rules.ts';
import './plan-panel.css';

interface LineProps {
  readonly line: PlanLine;
  readonly trouble: string | null;
  readonly busy: boolean;
}

function Line({ line, trouble, busy }: LineProps): ReactElement {
  const t = useT();
  const words = useWords();
  const { order } = line;
  const hold = (): void => {
    // Focus the timeline, where the arrow keys move the visit that is being placed.
    document.querySelector<HTMLElement>('.timeline-scroll')?.focus();
    put({
      face: 'rows',
      placing: {
        kind: 'plan',
        by: 'keys',
        order,
        name: order.customerName,
        registrationFormId: order.id,
        minutes: order.minutes,
        technicianId: line.technicianId,
        from: line.from,
        to: line.to,
      },
    });
  };
  return (
    <li className="plan-line" data-order={order.id} data-trouble={trouble !== null}>
      <p>
        <time>
          {clockOf(line.from)}–{clockOf(line.to)}
        </time>
        <button
          type="button"
          className="link"
          title={t(['用方向键移动', 'Move it by arrows'])}
          disabled={busy}
          onClick={hold}
        >
          {order.customerName}
        </button>
        <span className="spring" />
        <b>{line.score}</b>
        <button
          type="button"
          className="icon-button small"
          aria-pressed={line.locked}
          aria-label={line.locked ? t(['解锁', 'Unlock']) : t(['锁定', 'Lock'])}
          title={t(['锁定后重排不动它', 'Locked, it stays when the rest is planned anew'])}
          disabled={busy}
          onClick={() => changeLine(order.id, { locked: !line.locked })}
        >
          {line.locked ? <Lock size={13} aria-hidden /> : <LockOpen size={13} aria-hidden />}
        </button>
        <button
          type="button"
          className="icon-button small"
          aria-label={t([`不派 ${order.customerName}`, `Leave ${order.customerName} out`])}
          disabled={busy}
          onClick={() => changeLine(order.id, null)}
        >
          <X size={13} aria-hidden />
        </button>
      </p>
      <p className="quiet">
        {words.system.of(order.repairType)} · {order.content}
      </p>
      <SuggestionReasons reasons={line.reasons} />
      {(line.refusal ?? trouble) && (
        <p className="amber-text" role="status">
          <TriangleAlert size={12} aria-hidden /> {line.refusal ?? trouble}
        </p>
      )}
    </li>
  );
}

/** Return what now prevents each line of the plan, in words. */
function useTroubles(plan: PlanProposal, data: BoardData): ReadonlyMap<string, string> {
  const t = useT();
  const sending = useBoard((state) => state.sending);
  return useMemo(() => {
    const waiting = new Set([...data.orders.map((one) => one.id), ...sending]);
    const rows = new Map((data.board?.technicians ?? []).map((one) => [one.technicianId, one]));
    const found = new Map<string, string>();
    if (!data.board || data.board.from !== plan.day || plan.busy) return found;
    for (const one of plan.lines) {
      const trouble = troubleOf(one, {
        row: rows.get(one.technicianId),
        lines: plan.lines,
        isWaiting: (id) => waiting.has(id),
        roads: data.board.roads,
      });
      if (trouble) found.set(one.order.id, t([`已变：${trouble[0]}`, `changed: ${trouble[1]}`]));
    }
    return found;
  }, [plan, data, sending, t]);
}

function Sums({ plan, data }: { plan: PlanProposal; data: BoardData }): ReactElement {
  const t = useT();
  const [before, whole] = (data.board?.technicians ?? []).reduce(
    ([minutes, capacity], one) => {
      const day = one.days.find((other) => other.day === plan.day);
      return [minutes + (day?.loadMinutes ?? 0), capacity + (day && day.minutes > 0 ? one.capacityMinutes : 0)];
    },
    [0, 0],
  );
  const more = plan.lines.reduce((sum, one) => sum + one.order.minutes, 0);
  const share = (minutes: number): string => `${whole ? Math.round((minutes / whole) * 100) : 0}%`;
  const people = new Set(plan.lines.map((one) => one.technicianId)).size;
  return (
    <div className="plan-sums">
      <p>
        <b>{t([`排上 ${plan.lines.length} 单`, `${counted(plan.lines.length, 'order')} planned`])}</b>{' '}
        {t([`${people} 人 · ${lengthWords(more)[0]}`, `${counted(people, 'technician')} · ${lengthWords(more)[1]}`])}
      </p>
      <p className="quiet">
        {t(['负荷', 'Load'])} {share(before)} → {share(before + more)}
        {plan.cutShort && t([' · 时间用完，可能还有更好的排法', ' · time was up, there may be a better plan'])}
        {plan.notLooked > 0 && t([` · 另有 ${plan.notLooked} 单未排`, ` · ${plan.notLooked} more not looked at`])}
      </p>
    </div>
  );
}

interface PanelProps {
  readonly plan: PlanProposal;
  readonly data: BoardData;
  readonly orders: readonly BoardOrder[];
}

/**
 * The panel of a proposed plan: technicians, times, reasons and unplanned orders. The plan can be changed, accepted or
 * discarded.
 */
export default function PlanPanel({ plan, data, orders }: PanelProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const teams = useBoard((state) => state.teams);
  const troubles = useTroubles(plan, data);
  const nameOf = (id: string): string => data.board?.technicians.find((one) => one.technicianId === id)?.name ?? '';
  const groups = [...new Set(plan.lines.map((one) => one.technicianId))]
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
    .map((technicianId) => ({
      technicianId,
      lines: plan.lines
        .filter((one) => one.technicianId === technicianId)
        .toSorted((one, other) => one.from.localeCompare(other.from)),
    }));
  const busy = plan.busy !== null;
  const take = (): void => void takePlan(nameOf);
  const again = (): void => void planTheDay(plan.day, orders, teams);
  useKeys([{ keys: 'Ctrl+Enter', label: ['采用方案', 'Take the plan'], run: take }]);
  return (
    <aside className="details plan" aria-label={t(['排程方案', 'Proposed plan'])} aria-busy={busy}>
      <header className="details-head">
        <b>{t(['排程方案', 'Proposed plan'])}</b> <span className="quiet">{boardDayWords(plan.day, language)}</span>
        <span className="spring" />
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['放弃方案', 'Drop the plan'])}
          onClick={() => put({ plan: null })}
        >
          <X size={15} aria-hidden />
        </button>
      </header>
      <div className="details-body">
        {plan.busy === 'planning' ? (
          <p className="quiet" role="status">
            {t(['正在排程…', 'Planning…'])}
          </p>
        ) : (
          <Sums plan={plan} data={data} />
        )}
        {groups.map(({ technicianId, lines }) => (
          <section key={technicianId}>
            <h3>
              {nameOf(technicianId)} <span>{t([`${lines.length} 单`, counted(lines.length, 'visit')])}</span>
            </h3>
            <ul className="plan-lines">
              {lines.map((one) => (
                <Line key={one.order.id} line={one} trouble={troubles.get(one.order.id) ?? null} busy={busy} />
              ))}
            </ul>
          </section>
        ))}
        {plan.left.length > 0 && (
          <section>
            <h3>{t([`没排上 ${plan.left.length} 单`, `${plan.left.length} left out`])}</h3>
            <ul className="plan-lines">
              {plan.left.map(({ order, words }) => (
                <li key={order.id} className="plan-line">
                  <p>{order.customerName}</p>
                  <p className="amber-text">{t(words)}</p>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <footer className="details-foot">
        <button type="button" className="button strong send" disabled={busy || plan.lines.length === 0} onClick={take}>
          <Send size={15} aria-hidden />{' '}
          {plan.busy === 'taking'
            ? t([`正在派出，还剩 ${plan.lines.length} 单`, `Sending, ${plan.lines.length} to go`])
            : t([`采用，派出 ${plan.lines.length} 单`, `Take it: send ${plan.lines.length}`])}{' '}
          <kbd>Ctrl ⏎</kbd>
        </button>
        <button type="button" className="button" disabled={busy} onClick={again}>
          <RefreshCw size={14} aria-hidden /> {t(['重排', 'Again'])} <kbd>A</kbd>
        </button>
      </footer>
    </aside>
  );
}
