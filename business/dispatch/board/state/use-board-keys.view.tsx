import { must } from '#kernel/language/must.ts';
import type { RefObject } from 'react';
import { type Binding, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { addMinutes, dayOf, minutesBetween } from '#kernel/language/days.ts';
import type { BoardOrder, BoardTechnician, BoardVisit, Ranked } from '../board.calls.ts';
import { STEP_MINUTES, roundedUp } from '../free-window.rules.ts';
import { heldTogether } from '../pool/order-card.view.tsx';
import { FIXED, ROW_PX, fixedTime } from '../timeline/timeline.rules.ts';
import { fitOf } from '../week/week.rules.ts';
import { chooseOrder, pickOrder, placeAt, put, useBoard } from './board-store.view.tsx';
import { finishPlacing } from './finish-placing.view.tsx';
import { undo } from './place.view.tsx';
import type { BoardData } from './use-board-data.view.tsx';
import { windowAt } from './use-drag.view.tsx';

/** Data and actions that the keyboard shortcuts need. */
export interface Hand {
  readonly data: BoardData;
  readonly orders: readonly BoardOrder[];
  readonly order: BoardOrder | undefined;
  readonly visit: BoardVisit | undefined;
  readonly best: Ranked | undefined;
  readonly send: () => void;
  /** Plan the shown day. */ readonly plan: () => void;
  readonly turn: (days: number) => void;
  readonly mayAssign: boolean;
  readonly mayMove: boolean;
  readonly box: RefObject<HTMLDivElement | null>;
}

const HOUR = 60;

/**
 * Return where a placement of an order by keys begins: at the best suggestion if its row is shown. Otherwise it is the
 * first row, today at the next quarter hour, on other days at the start of work.
 */
function startOf({ data, best, order }: Hand): { technicianId: string; from: string } | null {
  const { board, rows } = data;
  if (!board || rows.length === 0) return null;
  const own =
    best?.suggestedFrom && board.days.includes(dayOf(best.suggestedFrom))
      ? rows.find((one) => one.technicianId === best.technicianId)
      : undefined;
  if (own) return { technicianId: own.technicianId, from: must(best!.suggestedFrom, 'suggestedFrom') };
  const day = board.from;
  const from = day === dayOf(board.now) ? roundedUp(board.now) : `${day} ${rows[0].workStart}:00`;
  return order ? { technicianId: rows[0].technicianId, from } : null;
}

/** Scroll the row of the placement into view. */
function show(box: RefObject<HTMLDivElement | null>, at: number): void {
  const element = box.current;
  if (!element) return;
  const [top, bottom] = [at * ROW_PX, (at + 1) * ROW_PX];
  if (top < element.scrollTop) element.scrollTop = top;
  else if (bottom + ROW_PX > element.scrollTop + element.clientHeight)
    element.scrollTop = bottom + ROW_PX - element.clientHeight;
}

function moveRow(hand: Hand, by: number): void {
  const { placing, span } = useBoard.getState();
  const { rows, board } = hand.data;
  if (!placing || placing.kind === 'resize' || !board) return;
  const at = rows.findIndex((one) => one.technicianId === placing.technicianId);
  for (let next = at + by; next >= 0 && next < rows.length; next += by) {
    const window = span === 'week' ? windowOn(hand, rows[next], dayOf(placing.from)) : placing;
    if (window) {
      placeAt(rows[next].technicianId, window.from, window.to);
      show(hand.box, next);
      return;
    }
  }
}

const windowOn = ({ data, order }: Hand, of: BoardTechnician, day: string): { from: string; to: string } | null =>
  order && data.board ? fitOf(data.board, of, day, order) : null;

function moveTime(hand: Hand, minutes: number): void {
  const { placing, span } = useBoard.getState();
  const { board, rows } = hand.data;
  if (!placing || !board) return;
  if (span === 'week') {
    moveDay(hand, Math.sign(minutes));
    return;
  }
  const moment = addMinutes(placing.kind === 'resize' ? placing.to : placing.from, minutes);
  if (dayOf(moment) !== board.from || !rows.length) return;
  const window = windowAt(placing, moment);
  placeAt(placing.technicianId, window.from, window.to);
}

function moveDay(hand: Hand, by: number): void {
  const { placing } = useBoard.getState();
  const { board, rows } = hand.data;
  const own = rows.find((one) => one.technicianId === placing?.technicianId);
  if (!placing || !board || !own) return;
  for (let at = board.days.indexOf(dayOf(placing.from)) + by; at >= 0 && at < board.days.length; at += by) {
    const window = windowOn(hand, own, board.days[at]);
    if (window) {
      placeAt(own.technicianId, window.from, window.to);
      return;
    }
  }
}

/** Return the picked orders in the sequence of picking. */
function togetherOf({ orders }: Hand): readonly BoardOrder[] {
  const { picked } = useBoard.getState();
  return picked.flatMap((id) => orders.find((one) => one.id === id) ?? []);
}

/** Start to place an order, or to move or resize a visit, by keys. */
export function takeUp(
  hand: Hand,
  kind: 'assign' | 'move' | 'resize',
  say: (words: readonly [string, string]) => string,
): void {
  const { order, visit, mayAssign, mayMove } = hand;
  hand.box.current?.focus();
  // The map cannot show a placement by keys, so switch to the rows.
  if (useBoard.getState().face === 'map') put({ face: 'rows' });
  if (kind === 'assign') {
    const start = startOf(hand);
    if (!order || !start || !mayAssign) {
      if (!order) toast.plain(say(['请先选一张待派单', 'Choose an order first']));
      return;
    }
    const what = heldTogether(order, togetherOf(hand));
    put({
      placing: {
        kind,
        by: 'keys',
        ...what,
        technicianId: start.technicianId,
        from: start.from,
        to: addMinutes(start.from, what.minutes),
      },
    });
    show(
      hand.box,
      hand.data.rows.findIndex((one) => one.technicianId === start.technicianId),
    );
    return;
  }
  if (!visit || !mayMove) {
    if (!visit) toast.plain(say(['请先选一个任务', 'Choose a visit first']));
    return;
  }
  const fixed = fixedTime(visit);
  if (fixed) {
    toast.bad(say(FIXED[fixed]));
    return;
  }
  put({
    placing: {
      kind,
      by: 'keys',
      visit,
      name: visit.customerName,
      registrationFormId: visit.registrationFormId,
      minutes: minutesBetween(visit.from, visit.to),
      technicianId: visit.technicianId,
      from: visit.from,
      to: visit.to,
    },
  });
}

function step(hand: Hand, by: number): void {
  const { orders, order } = hand;
  const at = order ? orders.indexOf(order) : -1;
  const next = orders[Math.max(0, Math.min(orders.length - 1, at + by))];
  if (next) chooseOrder(next.id);
}

/** Add the next order to the picked ones. */
function pickNext(hand: Hand, by: number): void {
  const { orders, order } = hand;
  const next = order && orders[orders.indexOf(order) + by];
  if (!next) return;
  const { picked } = useBoard.getState();
  if (picked.includes(next.id)) put({ orderId: next.id });
  else pickOrder(next.id);
}

/** Register the keyboard shortcuts of the board, which can do everything that dragging can. */
export function useBoardKeys(hand: Hand): void {
  const t = useT();
  const [placing, span] = [useBoard((state) => state.placing), useBoard((state) => state.span)];
  const last = useBoard((state) => state.undoable.at(-1));
  const held: readonly Binding[] = [
    { keys: 'ArrowUp', label: ['上一位技师', 'Row above'], run: () => moveRow(hand, -1) },
    { keys: 'ArrowDown', label: ['下一位技师', 'Row below'], run: () => moveRow(hand, 1) },
    { keys: 'ArrowLeft', label: ['早一刻钟', 'Earlier'], run: () => moveTime(hand, -STEP_MINUTES) },
    { keys: 'ArrowRight', label: ['晚一刻钟', 'Later'], run: () => moveTime(hand, STEP_MINUTES) },
    { keys: 'Shift+ArrowLeft', label: ['早一小时', 'An hour earlier'], run: () => moveTime(hand, -HOUR) },
    { keys: 'Shift+ArrowRight', label: ['晚一小时', 'An hour later'], run: () => moveTime(hand, HOUR) },
    {
      keys: 'Enter',
      label: ['派到这里', 'Put it here'],
      overPressed: true,
      run: () => {
        const now = useBoard.getState().placing;
        if (now) finishPlacing(now, hand.data.rows.find((one) => one.technicianId === now.technicianId)?.name ?? '');
      },
    },
    { keys: 'Escape', label: ['放弃', 'Give up'], run: () => put({ placing: null }) },
  ];
  const free: readonly Binding[] = [
    { keys: 'ArrowDown', label: ['下一张待派单', 'Next order'], run: () => step(hand, 1) },
    { keys: 'ArrowUp', label: ['上一张待派单', 'Previous order'], run: () => step(hand, -1) },
    ...(hand.mayAssign
      ? [
          {
            keys: 'Enter',
            label: ['派给推荐的第一位', 'Send to the best suggestion'],
            overPressed: true,
            // Holding the key down sends one order only.
            run: (event?: KeyboardEvent) => {
              if (!event?.repeat) hand.send();
            },
          } as const,
          {
            keys: 'Shift+ArrowDown',
            label: ['多选下一张', 'Select the next one too'],
            run: () => pickNext(hand, 1),
          } as const,
          {
            keys: 'Shift+ArrowUp',
            label: ['多选上一张', 'Select the previous one too'],
            run: () => pickNext(hand, -1),
          } as const,
          { keys: 'a', label: ['自动排程', 'Plan the day'], run: hand.plan } as const,
          {
            keys: 'd',
            label: ['用方向键派工：选人与时间', 'Dispatch by arrows: row and time'],
            run: () => takeUp(hand, 'assign', t),
          } as const,
        ]
      : []),
    ...(hand.mayMove
      ? [
          {
            keys: 'm',
            label: ['用方向键移动任务', 'Move a visit by arrows'],
            run: () => takeUp(hand, 'move', t),
          } as const,
          {
            keys: 'r',
            label: ['用方向键改时长', 'Change its length by arrows'],
            run: () => takeUp(hand, 'resize', t),
          } as const,
        ]
      : []),
    {
      keys: 'u',
      label: ['撤销上次派工', 'Undo the last dispatch'],
      run: () => {
        if (last) void undo(last.visitId);
      },
    },
    { keys: '[', label: ['前一天', 'Day before'], run: () => hand.turn(-1) },
    { keys: ']', label: ['后一天', 'Day after'], run: () => hand.turn(1) },
    { keys: 't', label: ['今天', 'Today'], run: () => put({ day: null }) },
    {
      keys: 'w',
      label: ['日视图或周视图', 'Day or week'],
      run: () => put({ span: span === 'day' ? 'week' : 'day', face: 'rows' }),
    },
    {
      keys: 'g',
      label: ['排程或地图', 'Schedule or map'],
      run: () =>
        put({ face: useBoard.getState().face === 'map' ? 'rows' : 'map', span: 'day', cell: null, placing: null }),
    },
    {
      keys: 'Escape',
      label: ['关闭详情', 'Close the details'],
      silent: true,
      run: () => put({ orderId: null, picked: [], visitId: null, pickedVisits: [], cell: null }),
    },
  ];
  useKeys(placing ? held : free);
}
