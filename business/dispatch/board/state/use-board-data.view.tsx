import { must } from '#kernel/language/must.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { addMinutes } from '#business/masterdata/days.rules.ts';
import {
  type BoardAnswer,
  type BoardOrder,
  type BoardTechnician,
  type BoardVisit,
  type OrderFacts,
  type PlacingVerdict,
  type Ranked,
  boardRows,
  findCandidates,
  orderFacts,
  placingVerdict,
  waitingOrders,
} from '../board.calls.ts';
import { NOT_STARTED } from '../timeline/timeline.rules.ts';
import { type Pending, type Placing, useBoard } from './board-store.view.tsx';

export const BOARD_VISITS = 'blade-maintain/dispatchList';

const WEEK = 7;
const AGAIN_MS = 60_000;
const GATHER_MS = 250;
const WATCHED = new Set(['visit', 'dispatchForm', 'registration', 'leaveForm', 'crewMember', 'technician']);

/** Everything of the board is read again. */
export const readAnew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['board'] });

/** What others do is shown as it happens; several changes of one action are one reading. */
function useOthers(): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.type !== 'reopened' && !(event.type === 'changed' && WATCHED.has(event.paper ?? ''))) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void readAnew(), GATHER_MS);
    }, []),
  );
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** A visit that is on its way has no version: until it has arrived it cannot be moved again. */
const withPlace = (visit: BoardVisit, of: Pending): BoardVisit => ({
  ...visit,
  technicianId: of.technicianId,
  from: of.from,
  to: of.to,
  version: 0,
});

/** An order that is on its way, as the visit it will be. */
const visitOf = (of: Pending, order: BoardOrder): BoardVisit => ({
  id: of.key,
  dispId: order.dispId ?? '',
  registrationFormId: order.id,
  taskNo: '',
  technicianId: of.technicianId,
  from: of.from,
  to: of.to,
  appointFrom: null,
  appointTo: null,
  state: 'pendingAccept',
  forced: false,
  lockType: null,
  customerId: order.customerId,
  customerName: order.customerName,
  premisesName: order.premisesName,
  location: order.location,
  repairType: order.repairType,
  urgency: order.urgency,
  lead: false,
  version: 0,
  acceptDue: null,
  seen: false,
  content: order.content,
});

const minutesOf = (visits: readonly BoardVisit[], day: string): number =>
  visits
    .filter((one) => one.from.slice(0, 10) === day)
    .reduce(
      (sum, one) =>
        sum + (Date.parse(`${one.to.replace(' ', 'T')}Z`) - Date.parse(`${one.from.replace(' ', 'T')}Z`)) / 60_000,
      0,
    );

/** The rows as they will be when what is on its way has arrived; rows that nothing touches stay the same objects. */
function withPending(rows: readonly BoardTechnician[], pending: readonly Pending[]): readonly BoardTechnician[] {
  if (pending.length === 0) return rows;
  const moved = new Map(pending.filter((one) => one.visit).map((one) => [must(one.visit, 'visit').id, one]));
  return rows.map((row) => {
    const gone = row.visits.some((one) => moved.has(one.id) && one.lead);
    const come = pending.filter((one) => one.technicianId === row.technicianId);
    if (!gone && come.length === 0) return row;
    const stay = row.visits.filter((one) => !(moved.has(one.id) && one.lead));
    // An earlier visit of the order is over and says nothing about the one on its way.
    const arrived = new Set(
      row.visits.filter((one) => NOT_STARTED.includes(one.state)).map((one) => one.registrationFormId),
    );
    const visits = [
      ...stay,
      ...come.flatMap((one) =>
        one.visit
          ? [withPlace(one.visit, one)]
          : one.order && !arrived.has(one.order.id)
            ? [visitOf(one, one.order)]
            : [],
      ),
    ];
    return { ...row, visits, days: row.days.map((day) => ({ ...day, loadMinutes: minutesOf(visits, day.day) })) };
  });
}

/** Is he at work on a day that is shown? Who has something planned there stays: somebody must see what hangs on him. */
export const isOnDuty = (of: BoardTechnician): boolean =>
  of.visits.length > 0 || of.days.some((day) => day.minutes > 0);

export interface BoardData {
  readonly board: BoardAnswer | undefined;
  readonly rows: readonly BoardTechnician[];
  readonly orders: readonly BoardOrder[];
  readonly total: number;
  readonly fetching: boolean;
}

const FEW: readonly never[] = [];

/** What stands on the board: the rows of the day or week, and the orders that wait. */
export function useBoardData(): BoardData {
  useOthers();
  const [day, span, teams, onDuty, pending, sending] = [
    useBoard((state) => state.day),
    useBoard((state) => state.span),
    useBoard((state) => state.teams),
    useBoard((state) => state.onDuty),
    useBoard((state) => state.pending),
    useBoard((state) => state.sending),
  ];
  const days = span === 'week' ? WEEK : 1;
  const { data: board, isPlaceholderData } = useQuery({
    queryKey: ['board', 'rows', day, days],
    queryFn: ({ signal }) => askCall(boardRows, { from: day, days }, { signal }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    placeholderData: (before) => before,
  });
  const { data: waiting } = useQuery({
    queryKey: ['board', 'orders'],
    queryFn: ({ signal }) => askCall(waitingOrders, {}, { signal }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });
  const rows = useMemo(() => {
    const own = (board?.technicians ?? FEW).filter(
      (one) => (teams.length === 0 || teams.includes(one.team)) && (!onDuty || isOnDuty(one)),
    );
    return withPending(own, pending);
  }, [board, teams, onDuty, pending]);
  const sent = useMemo(
    () => new Set([...sending, ...pending.flatMap((one) => one.order?.id ?? [])]),
    [sending, pending],
  );
  const orders = useMemo(() => (waiting?.orders ?? FEW).filter((one) => !sent.has(one.id)), [waiting, sent]);
  return { board, rows, orders, total: waiting?.total ?? 0, fetching: isPlaceholderData };
}

const TICK_MS = 20_000;

/** The server's time, going on. */
export function useNow(board: BoardAnswer | undefined): string {
  const [now, setNow] = useState('');
  useEffect(() => {
    if (!board) return undefined;
    const begun = performance.now();
    const tick = (): void => setNow(addMinutes(board.now, Math.floor((performance.now() - begun) / 60_000)));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [board]);
  return now || board?.now || '';
}

/** How it is asked who fits an order on a day, each with his own first free window, the best first. */
export const candidatesQuery = (orderId: string, day: string) =>
  queryOptions({
    queryKey: ['board', 'candidates', orderId, day],
    queryFn: ({ signal }): Promise<readonly Ranked[]> =>
      askCall(findCandidates, { registrationFormId: orderId, date: day, free: true }, { signal, quiet: true }),
    staleTime: 5_000,
  });

/** Who fits an order on a day; undefined while it is asked. */
export const useCandidates = (orderId: string | null, day: string): readonly Ranked[] | undefined =>
  useQuery({ ...candidatesQuery(orderId ?? '', day), enabled: Boolean(orderId && day) }).data;

export function useFacts(orderId: string | null): OrderFacts | undefined {
  return useQuery({
    queryKey: ['board', 'facts', orderId],
    enabled: Boolean(orderId),
    queryFn: ({ signal }) => askCall(orderFacts, { registrationFormId: orderId! }, { signal, quiet: true }),
    staleTime: 15_000,
  }).data;
}

const SETTLE_MS = 110;

/** The value once it has stood still for a moment, so that a drag asks a few times a second and not at every step. */
function useSettled(value: string): string {
  const [settled, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export const fetchPlacingVerdict = (of: Placing, signal?: AbortSignal): Promise<PlacingVerdict> =>
  askCall(
    placingVerdict,
    {
      registrationFormId: of.registrationFormId,
      technicianId: of.technicianId,
      from: of.from,
      to: of.to,
      visitId: of.visit?.id,
    },
    { signal, quiet: true },
  );

/** What the server says about the place over which something is held; undefined while it is asked. */
export function useVerdict(placing: Placing | null): PlacingVerdict | undefined {
  const wanted = placing?.technicianId
    ? `${placing.registrationFormId} ${placing.technicianId} ${placing.from} ${placing.to}`
    : '';
  const asked = useSettled(wanted);
  const { data } = useQuery({
    queryKey: ['board', 'verdict', asked],
    enabled: asked !== '' && asked === wanted,
    queryFn: ({ signal }) => fetchPlacingVerdict(placing!, signal),
    staleTime: 3_000,
  });
  return asked === wanted ? data : undefined;
}
