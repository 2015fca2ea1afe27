import { type ReactElement, Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT, words as say } from '#kernel/web/i18n/words.ts';
import { addDays } from '#kernel/language/days.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { visit as visitPaper } from '../visit/visit.paper.ts';
import type { BoardAnswer, BoardOrder, BoardVisit, Ranked } from './board.calls.ts';
import { firstOpenDay } from './free-window.rules.ts';
import { Details, NothingChosen } from './details/details.view.tsx';
import { filteredOrders } from './pool/orders.rules.ts';
import { Pool } from './pool/pool.view.tsx';
import { chooseOrder, put, useBoard } from './state/board-store.view.tsx';
import { sendInTurn } from './state/send-in-turn.view.tsx';
import { type BoardData, candidatesQuery, useBoardData, useCandidates, useNow } from './state/use-board-data.view.tsx';
import { type Hand, takeUp, useBoardKeys } from './state/use-board-keys.view.tsx';
import { WordsOfBoard, useAllWords } from './state/words.view.tsx';
import { Timeline } from './timeline/timeline.view.tsx';
import { Toolbar } from './toolbar.view.tsx';
import './board.css';
import './pool/pool.css';
import './pool/order-card.css';
import './timeline/timeline.css';
import './timeline/block.css';
import './timeline/legend.css';
import './details/details.css';
import './timeline/held.css';
import './details/reason-dialog.css';
import './board-media.css';

/** Loaded after the page, so that it is ready for the first drag. */
const DraggedBlock = lazy(() =>
  import('./timeline/dragged-block.view.tsx').then((one) => ({ default: one.DraggedBlock })),
);

/** Loaded when a dispatch first needs a reason. */
const ReasonDialog = lazy(() =>
  import('./details/reason-dialog.view.tsx').then((one) => ({ default: one.ReasonDialog })),
);

/** Loaded when a technician is taken off the board. */
const TakeOffDialog = lazy(() =>
  import('./details/take-off-dialog.view.tsx').then((one) => ({ default: one.TakeOffDialog })),
);

/** Loaded on small screens only. */
const PhoneBoard = lazy(() => import('./phone/phone-board.view.tsx').then((one) => ({ default: one.PhoneBoard })));

/** Loaded when the week is shown. */
const BoardWeek = lazy(() => import('./week/week.view.tsx').then((one) => ({ default: one.BoardWeek })));

/** Loaded when the map is shown. */
const BoardMap = lazy(() => import('./map/board-map.view.tsx'));

/** Cancel the drag of an order, with a message, if another person has dispatched that order meanwhile. */
function useGoneOrders(data: BoardData): void {
  const placing = useBoard((state) => state.placing);
  const held = placing?.order;
  const gone = held !== undefined && !data.orders.some((one) => one.id === held.id);
  useEffect(() => {
    if (!gone || !held) return;
    put({ placing: null });
    toast.bad(
      say([
        `${held.customerName}（${held.no}）已由他人派出`,
        `${held.customerName} (${held.no}) was sent by somebody else`,
      ]),
    );
  }, [gone]);
}

/** Number of next orders whose candidates are prefetched. */
const AHEAD = 2;

/**
 * Return the day to propose for an order: the promised or wished one, even if another day is shown. Otherwise it is the
 * first shown day that is not over.
 */
function dayFor(order: BoardOrder | undefined, board: BoardAnswer, now: string): string {
  const first = firstOpenDay(board.technicians, now);
  const wished = order?.promiseFrom?.slice(0, 10) ?? order?.expectDate ?? '';
  return wished >= first ? wished : (board.days.find((one) => one >= first) ?? first);
}

/** Prefetch the candidates of the orders after the chosen one. */
function useAhead(orders: readonly BoardOrder[], order: BoardOrder | undefined, board: BoardAnswer | undefined): void {
  const at = order ? orders.indexOf(order) : -1;
  const next = at < 0 || !board ? [] : orders.slice(at + 1, at + 1 + AHEAD);
  const wanted = next.map((one) => `${one.id} ${dayFor(one, board!, board!.now)}`).join();
  useEffect(() => {
    if (!wanted) return;
    for (const one of wanted.split(',')) {
      const [id, day] = one.split(' ');
      void queryClient.prefetchQuery(candidatesQuery(id, day));
    }
  }, [wanted]);
}

interface Chosen {
  readonly orders: readonly BoardOrder[];
  readonly order: BoardOrder | undefined;
  readonly visit: BoardVisit | undefined;
  readonly candidates: readonly Ranked[] | undefined;
  /** The day for which candidates are proposed. */ readonly day: string;
  readonly isSeen: (technicianId: string) => boolean;
}

/** Return the filtered orders, the chosen order or visit, and the candidates. */
function useChosen(data: BoardData, now: string): Chosen {
  const [filter, orderId, visitId, held] = [
    useBoard((state) => state.filter),
    useBoard((state) => state.orderId),
    useBoard((state) => state.visitId),
    useBoard((state) => state.placing?.order),
  ];
  const orders = useMemo(() => filteredOrders(data.orders, filter, now), [data.orders, filter, now]);
  const order = data.orders.find((one) => one.id === orderId);
  const { board } = data;
  const day = board ? dayFor(order ?? held, board, now) : '';
  const all = useCandidates(order?.id ?? held?.id ?? null, day);
  // Propose only technicians who have a row on the board.
  const isSeen = useMemo(() => {
    const seen = new Set(board?.technicians.map((one) => one.technicianId));
    return (technicianId: string): boolean => seen.has(technicianId);
  }, [board]);
  const candidates = useMemo(() => all?.filter((one) => isSeen(one.technicianId)), [all, isSeen]);
  useAhead(orders, order, board);
  const visit = visitId
    ? data.rows.flatMap((one) => one.visits).find((one) => one.id === visitId && one.lead)
    : undefined;
  return { orders, order, visit, candidates, day, isSeen };
}

/** Choose the order that `?order=` in the address names, and remove the parameter. */
function useOrderInAddress(data: BoardData): void {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('order');
  const isThere = data.orders.some((one) => one.id === wanted);
  useEffect(() => {
    if (!wanted || !isThere) return;
    chooseOrder(wanted);
    setSearch(
      (now) => {
        now.delete('order');
        return now;
      },
      { replace: true },
    );
  }, [wanted, isThere]);
}

/** The dispatch board: waiting orders, the technicians' days, and verdicts while something is moved. */
export default function BoardScreen(): ReactElement {
  const t = useT();
  const phone = usePhone();
  const words = useAllWords();
  const [mayForm, mayVisit] = [useMay(dispatchForm), useMay(visitPaper)];
  const [mayAssign, mayMove] = [mayForm('save') && mayVisit('save'), mayVisit('edit')];
  const data = useBoardData();
  const now = useNow(data.board);
  const { orders, order, visit, candidates, day, isSeen } = useChosen(data, now);
  const [picked, pick] = useState(0);
  const [span, face, teams] = [
    useBoard((state) => state.span),
    useBoard((state) => state.face),
    useBoard((state) => state.teams),
  ];
  const asks = useBoard((state) => state.question !== null);
  const takingOff = useBoard((state) => state.takingOff);
  const leaver = data.board?.technicians.find((one) => one.technicianId === takingOff);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => pick(0), [order?.id]);
  useGoneOrders(data);
  useOrderInAddress(data);
  // Cancel a drag when the page is left.
  useEffect(() => () => put({ placing: null }), []);
  const best = (candidates ?? []).filter((one) => one.score > 0)[picked];
  const turn = (days: number): void => {
    if (data.board)
      put({ day: addDays(useBoard.getState().day ?? data.board.from, days * (span === 'week' ? 7 : 1)), cell: null });
  };
  const send = (to: Ranked | undefined = best): void => {
    if (!order || !mayAssign) return;
    void sendInTurn({ order, day, shown: to, isSeen });
    // Choose the next order, or on a phone return to the list.
    const at = orders.indexOf(order);
    chooseOrder(phone ? null : ((orders[at + 1] ?? orders[at - 1])?.id ?? null));
  };
  const planDay = (): void => {
    if (!data.board) return;
    const day = dayFor(undefined, data.board, now);
    void import('./state/planning.view.tsx').then(({ planTheDay }) => planTheDay(day, orders, teams));
  };
  const hand: Hand = {
    data,
    orders,
    order,
    visit,
    best,
    mayAssign,
    mayMove,
    box,
    turn,
    send: () => {
      // Several picked orders have no proposal, so the person must choose their row and time.
      if (useBoard.getState().picked.length > 1) takeUp(hand, 'assign', t);
      else if (best || !candidates) send();
    },
    plan: planDay,
  };
  useBoardKeys(hand);
  const details = { data, orders, order, now, candidates, picked, onPick: pick, onSend: send, mayAssign };
  const nameOf = (id: string): string => data.rows.find((one) => one.technicianId === id)?.name ?? '';
  return (
    <WordsOfBoard value={words}>
      <div className="board" data-fetching={data.fetching}>
        <Toolbar data={data} now={now} turn={turn} phone={phone} onPlan={mayAssign ? planDay : undefined} />
        {phone ? (
          <Suspense fallback={null}>
            <PhoneBoard {...details} />
          </Suspense>
        ) : (
          <div className="board-body">
            <Pool data={data} orders={orders} now={now} mayAssign={mayAssign} />
            {face === 'map' ? (
              <Suspense fallback={<section className="timeline" aria-busy />}>
                <BoardMap data={data} orders={orders} candidates={order && candidates} />
              </Suspense>
            ) : span === 'week' ? (
              <Suspense fallback={<section className="timeline week" aria-busy />}>
                <BoardWeek data={data} order={order} candidates={order && candidates} box={box} />
              </Suspense>
            ) : (
              <Timeline
                data={data}
                now={now}
                candidates={order && candidates}
                mayMove={mayMove}
                mayTransfer={mayForm('transferUnderWay')}
                box={box}
              />
            )}
            <div className="board-right">
              <Details
                {...details}
                onMove={() => takeUp(hand, 'move', t)}
                onResize={() => takeUp(hand, 'resize', t)}
                onHold={() => takeUp(hand, 'assign', t)}
              />
              <NothingChosen mayAssign={mayAssign} />
            </div>
            <Suspense fallback={null}>
              <DraggedBlock now={now} nameOf={nameOf} />
            </Suspense>
          </div>
        )}
        {leaver && (
          <Suspense fallback={null}>
            <TakeOffDialog key={leaver.technicianId} of={leaver} now={now} phone={phone} />
          </Suspense>
        )}
        {asks && (
          <Suspense fallback={null}>
            <ReasonDialog />
          </Suspense>
        )}
      </div>
    </WordsOfBoard>
  );
}
