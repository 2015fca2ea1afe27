import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT, words as say } from '#kernel/web/i18n/words.ts';
import { addDays } from '#business/masterdata/days.rules.ts';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { visit as visitPaper } from '../visit/visit.paper.ts';
import type { BoardOrder, BoardVisit, Ranked } from './board.calls.ts';
import { Details, NothingChosen } from './details/details.view.tsx';
import { ReasonDialog } from './details/reason-dialog.view.tsx';
import { sendTo } from './details/suggestions.view.tsx';
import { PhoneBoard } from './phone/phone-board.view.tsx';
import { filteredOrders } from './pool/orders.rules.ts';
import { Pool } from './pool/pool.view.tsx';
import { chooseOrder, put, useBoard } from './state/board-store.view.tsx';
import { type BoardData, useBoardData, useCandidates, useNow } from './state/use-board-data.view.tsx';
import { type Hand, takeUp, useBoardKeys } from './state/use-board-keys.view.tsx';
import { WordsOfBoard, useAllWords } from './state/words.view.tsx';
import { DraggedBlock } from './timeline/dragged-block.view.tsx';
import { Timeline } from './timeline/timeline.view.tsx';
import { Toolbar } from './toolbar.view.tsx';
import { BoardWeek } from './week/week.view.tsx';
import './board.css';
import './pool/pool.css';
import './pool/order-card.css';
import './timeline/timeline.css';
import './timeline/block.css';
import './timeline/legend.css';
import './week/week.css';
import './details/details.css';
import './timeline/held.css';
import './details/reason-dialog.css';
import './phone/phone-board.css';
import './board-media.css';

/** An order that somebody else sent meanwhile leaves the hand that holds it. */
function useGoneOrders(data: BoardData): void {
  const placing = useBoard((state) => state.placing);
  const held = placing?.order;
  const gone = held !== undefined && !data.orders.some((one) => one.id === held.id);
  useEffect(() => {
    if (!gone || !held) return;
    put({ placing: null });
    toast.bad(
      say([
        `${held.customerName}(${held.no})已由他人派出`,
        `${held.customerName} (${held.no}) was sent by somebody else`,
      ]),
    );
  }, [gone]);
}

interface Chosen {
  readonly orders: readonly BoardOrder[];
  readonly order: BoardOrder | undefined;
  readonly visit: BoardVisit | undefined;
  readonly candidates: readonly Ranked[] | undefined;
}

/** What passes the filters, what is chosen of it, and who fits. */
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
  const today = now.slice(0, 10);
  // What was promised or wished for is proposed, whatever day is shown; else the first shown day that is not over.
  const wished = order?.promiseFrom?.slice(0, 10) ?? order?.expectDate ?? '';
  const day = board ? (wished >= today ? wished : (board.days.find((one) => one >= today) ?? today)) : '';
  const all = useCandidates(order?.id ?? held?.id ?? null, day);
  // Whoever cannot be seen on the board is not proposed either.
  const candidates = useMemo(() => {
    const seen = new Set(board?.technicians.map((one) => one.technicianId));
    return all?.filter((one) => seen.has(one.technicianId));
  }, [all, board]);
  const visit = visitId
    ? data.rows.flatMap((one) => one.visits).find((one) => one.id === visitId && one.lead)
    : undefined;
  return { orders, order, visit, candidates };
}

/** `?order=`: the order that somebody comes for is chosen, and the address is left clean. */
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

/** The dispatch board: what waits, who is where, and what the server says while something is moved. */
export default function BoardScreen(): ReactElement {
  const t = useT();
  const phone = usePhone();
  const words = useAllWords();
  const [mayForm, mayVisit] = [useMay(dispatchForm), useMay(visitPaper)];
  const [mayAssign, mayMove] = [mayForm('save') && mayVisit('save'), mayVisit('edit')];
  const data = useBoardData();
  const now = useNow(data.board);
  const { orders, order, visit, candidates } = useChosen(data, now);
  const [picked, pick] = useState(0);
  const span = useBoard((state) => state.span);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => pick(0), [order?.id]);
  useGoneOrders(data);
  useOrderInAddress(data);
  // What was held in the hand stays behind with the page.
  useEffect(() => () => put({ placing: null }), []);
  const best = (candidates ?? []).filter((one) => one.score > 0)[picked];
  const turn = (days: number): void => {
    if (data.board)
      put({ day: addDays(useBoard.getState().day ?? data.board.from, days * (span === 'week' ? 7 : 1)), cell: null });
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
      if (order && best) void sendTo(order, best);
    },
  };
  useBoardKeys(hand);
  const details = { data, orders, order, now, candidates, picked, onPick: pick, mayAssign };
  const nameOf = (id: string): string => data.rows.find((one) => one.technicianId === id)?.name ?? '';
  return (
    <WordsOfBoard value={words}>
      <div className="board" data-fetching={data.fetching}>
        <Toolbar data={data} now={now} turn={turn} phone={phone} />
        {phone ? (
          <PhoneBoard {...details} />
        ) : (
          <div className="board-body">
            <Pool data={data} orders={orders} now={now} mayAssign={mayAssign} />
            {span === 'week' ? (
              <BoardWeek data={data} order={order} candidates={order && candidates} box={box} />
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
              <Details {...details} onMove={() => takeUp(hand, 'move', t)} onResize={() => takeUp(hand, 'resize', t)} />
              <NothingChosen mayAssign={mayAssign} />
            </div>
            <DraggedBlock now={now} nameOf={nameOf} />
          </div>
        )}
        <ReasonDialog />
      </div>
    </WordsOfBoard>
  );
}
