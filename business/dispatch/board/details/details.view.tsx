import { type ReactElement, Suspense, lazy } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { BoardOrder, Ranked } from '../board.calls.ts';
import { useBoard } from '../state/board-store.view.tsx';
import type { BoardData } from '../state/use-board-data.view.tsx';
import { OrderDetails } from './order-details.view.tsx';

/** Panels that are loaded when they are first opened. */
const PersonDayPanel = lazy(() => import('./person-day.view.tsx').then((one) => ({ default: one.PersonDayPanel })));
const VisitDetails = lazy(() => import('./visit-details.view.tsx').then((one) => ({ default: one.VisitDetails })));
const SeveralDetails = lazy(() => import('./several.view.tsx').then((one) => ({ default: one.SeveralDetails })));
const SeveralVisits = lazy(() => import('./several-visits.view.tsx').then((one) => ({ default: one.SeveralVisits })));
const PlanPanel = lazy(() => import('../plan/plan-panel.view.tsx'));

export interface DetailsProps {
  readonly data: BoardData;
  readonly orders: readonly BoardOrder[];
  readonly order: BoardOrder | undefined;
  readonly now: string;
  readonly candidates: readonly Ranked[] | undefined;
  readonly picked: number;
  readonly onPick: (at: number) => void;
  readonly onSend: (to: Ranked) => void;
  readonly mayAssign: boolean;
  /** Start moving the chosen visit by keys; absent on a phone, where nothing is moved by hand. */
  readonly onMove?: () => void;
  readonly onResize?: () => void;
  /** Pick up the chosen order, to place it by keys. */ readonly onHold?: () => void;
}

/** The panel of the chosen technician's day, visit, order or orders. */
function Chosen({
  data,
  orders,
  order,
  now,
  candidates,
  picked,
  onPick,
  onSend,
  mayAssign,
  onMove,
  onResize,
  onHold,
}: DetailsProps): ReactElement | null {
  const [visitId, cell] = [useBoard((state) => state.visitId), useBoard((state) => state.cell)];
  const [plan, several] = [useBoard((state) => state.plan), useBoard((state) => state.picked)];
  const pickedVisits = useBoard((state) => state.pickedVisits);
  const { board, rows } = data;
  if (!board) return null;
  const person = cell && rows.find((one) => one.technicianId === cell.technicianId);
  if (person && cell && board.days.includes(cell.day))
    return (
      <PersonDayPanel
        key={`${person.technicianId} ${cell.day}`}
        of={person}
        day={cell.day}
        board={board}
        orders={orders}
        now={now}
        mayAssign={mayAssign}
      />
    );
  const together = orders.filter((one) => several.includes(one.id));
  if (together.length > 1)
    return (
      <SeveralDetails
        orders={together.toSorted((one, other) => several.indexOf(one.id) - several.indexOf(other.id))}
        onHold={mayAssign ? onHold : undefined}
      />
    );
  if (order)
    return (
      <OrderDetails
        key={order.id}
        order={order}
        board={board}
        now={now}
        candidates={candidates}
        picked={picked}
        onPick={onPick}
        onSend={onSend}
        mayAssign={mayAssign}
      />
    );
  const blocks = pickedVisits.flatMap(
    (id) => rows.flatMap((one) => one.visits).find((one) => one.id === id && one.lead) ?? [],
  );
  if (blocks.length > 1) return <SeveralVisits visits={blocks} />;
  const owner = visitId
    ? (rows.find((one) => one.visits.some((visit) => visit.id === visitId && visit.lead)) ??
      rows.find((one) => one.visits.some((visit) => visit.id === visitId)))
    : undefined;
  const visit = owner?.visits.find((one) => one.id === visitId);
  if (visit)
    return <VisitDetails key={visit.id} visit={visit} technician={owner} onMove={onMove} onResize={onResize} />;
  return plan && onMove ? <PlanPanel plan={plan} data={data} orders={orders} /> : null;
}

/** The details of what is chosen on the board; nothing if nothing is chosen. */
export function Details(props: DetailsProps): ReactElement {
  return (
    <Suspense fallback={null}>
      <Chosen {...props} />
    </Suspense>
  );
}

/** A short guide to the board, shown while nothing is chosen. */
export function NothingChosen({ mayAssign }: { mayAssign: boolean }): ReactElement {
  const t = useT();
  return (
    <aside className="details" aria-label={t(['详情', 'Details'])}>
      <div className="details-none quiet">
        <p>
          {t([
            '选一张待派单看推荐，或点时间轴上的任务看详情。',
            'Choose an order to see who fits, or a visit to see its details.',
          ])}
        </p>
        {mayAssign && (
          <dl>
            <div>
              <dt>
                <kbd>↑</kbd> <kbd>↓</kbd>
              </dt>
              <dd>{t(['选待派单', 'choose an order'])}</dd>
            </div>
            <div>
              <dt>
                <kbd>Enter</kbd>
              </dt>
              <dd>{t(['派给推荐的第一位', 'assign the top suggestion'])}</dd>
            </div>
            <div>
              <dt>
                <kbd>D</kbd>
              </dt>
              <dd>{t(['用方向键选人与时间', 'choose row and time by arrows'])}</dd>
            </div>
            <div>
              <dt>
                <kbd>M</kbd> <kbd>R</kbd>
              </dt>
              <dd>{t(['移动任务、改时长', 'move a visit, change its length'])}</dd>
            </div>
            <div>
              <dt>
                <kbd>?</kbd>
              </dt>
              <dd>{t(['全部快捷键', 'all keys'])}</dd>
            </div>
          </dl>
        )}
      </div>
    </aside>
  );
}
