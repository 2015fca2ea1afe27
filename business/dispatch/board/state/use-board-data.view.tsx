import { must } from '#kernel/language/must.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import { queryClient } from '#kernel/web/query/client.ts';
import { addMinutes } from '#kernel/language/days.ts';
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

/** Re-read all data of the board. */
export const readAnew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['board'] });

/** Re-read the board when other people change it, once for several changes. */
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

/**
 * Return a visit at its new place while the change is pending. Version 0 prevents another move until the server has
 * answered.
 */
const withPlace = (visit: BoardVisit, of: Pending): BoardVisit => ({
  ...visit,
  technicianId: of.technicianId,
  from: of.from,
  to: of.to,
  version: 0,
});

/** Return the visit that a pending order will become. */
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
  partsMissing: order.partsMissing,
  wish: order,
});

const minutesOf = (visits: readonly BoardVisit[], day: string): number =>
  visits
    .filter((one) => one.from.slice(0, 10) === day)
    .reduce(
      (sum, one) =>
        sum + (Date.parse(`${one.to.replace(' ', 'T')}Z`) - Date.parse(`${one.from.replace(' ', 'T')}Z`)) / 60_000,
      0,
    );

/**
 * Return the rows with all pending changes applied. Rows without changes stay the same objects, so that they are not
 * drawn again.
 */
function withPending(rows: readonly BoardTechnician[], pending: readonly Pending[]): readonly BoardTechnician[] {
  if (pending.length === 0) return rows;
  const moved = new Map(pending.filter((one) => one.visit).map((one) => [must(one.visit, 'visit').id, one]));
  return rows.map((row) => {
    const gone = row.visits.some((one) => moved.has(one.id) && one.lead);
    const come = pending.filter((one) => one.technicianId === row.technicianId);
    if (!gone && come.length === 0) return row;
    const stay = row.visits.filter((one) => !(moved.has(one.id) && one.lead));
    // Orders whose new visit is already in the answer. A visit that has begun or ended is an earlier one of the order.
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

/**
 * Return whether a technician is at work, or has a visit, on a shown day. Visits of absent technicians must stay
 * visible.
 */
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

/** Return the data of the board: rows of the day or week, and waiting orders. */
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

/** Return the time of the server, updated every minute. */
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

/** Query of the candidates for an order on a day, the best first, each with the first free time window. */
export const candidatesQuery = (orderId: string, day: string) =>
  queryOptions({
    queryKey: ['board', 'candidates', orderId, day],
    queryFn: ({ signal }): Promise<readonly Ranked[]> =>
      askCall(findCandidates, { registrationFormId: orderId, date: day, free: true }, { signal, quiet: true }),
    staleTime: 5_000,
  });

/** Return the candidates of an order on a day; undefined while loading. */
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

/** Return a value once it has not changed for a moment, so that a drag sends only a few requests a second. */
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

/** Return the server's verdict on the placement in progress; undefined while it loads. */
export function useVerdict(placing: Placing | null): PlacingVerdict | undefined {
  const wanted = placing?.technicianId
    ? `${placing.registrationFormId} ${placing.technicianId} ${placing.from} ${placing.to}`
    : '';
  const settled = useSettled(wanted);
  const { data } = useQuery({
    queryKey: ['board', 'verdict', settled],
    enabled: settled !== '' && settled === wanted,
    queryFn: ({ signal }) => fetchPlacingVerdict(placing!, signal),
    staleTime: 3_000,
  });
  return settled === wanted ? data : undefined;
}
