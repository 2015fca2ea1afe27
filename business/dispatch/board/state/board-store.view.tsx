import { create } from 'zustand';
import type { Label } from '#kernel/language/label.ts';
import type { BoardOrder, BoardVisit, Ranked, VisitConflict } from '../board.calls.ts';
import { NO_FILTER, type PoolFilter } from '../pool/orders.rules.ts';
import { inTurn } from './in-turn.rules.ts';

/**
 * A placement in progress by pointer or keys. It places an order (`assign`), moves a visit (`move`) or its end
 * (`resize`), or moves a line of a plan (`plan`).
 */
export interface Placing {
  readonly kind: 'assign' | 'move' | 'resize' | 'plan';
  readonly by: 'pointer' | 'keys';
  readonly order?: BoardOrder;
  /** Orders picked together, `order` first; they are placed one after another. */
  readonly orders?: readonly BoardOrder[];
  readonly visit?: BoardVisit;
  readonly name: string;
  readonly registrationFormId: string;
  readonly minutes: number;
  /** Id of the technician whose row is the present target; empty while the pointer is over no row. */
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
}

/** A change that was sent and not answered yet. The board shows it as done, and takes it back if it is refused. */
export interface Pending {
  readonly key: string;
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
  readonly order?: BoardOrder;
  readonly visit?: BoardVisit;
}

/** A dispatch by this person that can be undone, as its technician has not seen it. */
export interface Undoable {
  readonly visitId: string;
  readonly name: string;
}

/** A visit of a proposed plan; it is not stored on the server. */
export interface PlanLine {
  readonly order: BoardOrder;
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
  readonly score: number;
  readonly reasons: Ranked['reasons'];
  readonly conflicts: readonly VisitConflict[];
  /** Planning again does not move this line. */ readonly locked: boolean;
  /** Why the server refused the line; null if it did not. */ readonly refusal: string | null;
}

/** A proposed plan of a day, which can be changed, accepted or discarded. */
export interface PlanProposal {
  readonly day: string;
  readonly lines: readonly PlanLine[];
  readonly left: readonly { readonly order: BoardOrder; readonly words: Label }[];
  readonly notLooked: number;
  readonly cutShort: boolean;
  /** The server computes the plan, or its lines are being sent; null: neither. */
  readonly busy: 'planning' | 'taking' | null;
}

/** A request for a reason. Each kind of question has its own words. */
export interface BoardQuestion {
  /** Counter that distinguishes two questions with the same content. */ readonly count: number;
  readonly title: string;
  readonly conflicts: readonly VisitConflict[];
  readonly yes: string;
  /** The button that leaves everything as it is. */ readonly no: string;
  /** The label of the reason, and an example of one. */ readonly label: string;
  readonly example: string;
  readonly answer: (reason: string | null) => void;
}

interface BoardState {
  /** The first day shown; null: today, by the server's clock. */
  readonly day: string | null;
  readonly span: 'day' | 'week';
  /** Whether the shown day is drawn as rows or as a map. */ readonly face: 'rows' | 'map';
  readonly teams: readonly string[];
  /** Show only technicians who are at work, or have a visit, on a shown day. */
  readonly onDuty: boolean;
  readonly orderId: string | null;
  /** Orders picked together, in the order of picking. */ readonly picked: readonly string[];
  readonly visitId: string | null;
  /** Visits picked together, in the order of picking. */ readonly pickedVisits: readonly string[];
  /** The technician for whom 今天不来 is open. */ readonly takingOff: string | null;
  readonly cell: { readonly technicianId: string; readonly day: string } | null;
  readonly filter: PoolFilter;
  readonly placing: Placing | null;
  readonly pending: readonly Pending[];
  /** Orders that are being sent, which the pool no longer shows. */
  readonly sending: readonly string[];
  readonly undoable: readonly Undoable[];
  readonly question: BoardQuestion | null;
  readonly plan: PlanProposal | null;
}

/** State of this page only; the data of the server is in the queries of `useBoardData`. */
export const useBoard = create<BoardState>(() => ({
  day: null,
  span: 'day',
  face: 'rows',
  teams: [],
  onDuty: true,
  orderId: null,
  picked: [],
  visitId: null,
  pickedVisits: [],
  takingOff: null,
  cell: null,
  filter: NO_FILTER,
  placing: null,
  pending: [],
  sending: [],
  undoable: [],
  question: null,
  plan: null,
}));

export const put = (part: Partial<BoardState>): void => useBoard.setState(part);

/**
 * Choose an order, whose details are then shown at the right; null: none. Only one order, visit or day is chosen at a
 * time.
 */
export const chooseOrder = (orderId: string | null): void =>
  put({ orderId, picked: [], visitId: null, pickedVisits: [], cell: null });
export const chooseVisit = (visitId: string | null): void =>
  put({ visitId, pickedVisits: [], orderId: null, picked: [], cell: null });
/** Add a visit to the picked ones, or remove it. With the first addition the chosen visit is picked too. */
export function pickVisit(id: string): void {
  const { pickedVisits, visitId } = useBoard.getState();
  const before = pickedVisits.length === 0 && visitId ? [visitId] : pickedVisits;
  const now = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  put({ pickedVisits: now.length > 1 ? now : [], visitId: now.at(-1) ?? null, orderId: null, picked: [], cell: null });
}
/** Add an order to the picked ones, or remove it. With the first addition the chosen order is picked too. */
export function pickOrder(id: string): void {
  const { picked, orderId } = useBoard.getState();
  const before = picked.length === 0 && orderId ? [orderId] : picked;
  const now = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  put({ picked: now.length > 1 ? now : [], orderId: now.at(-1) ?? null, visitId: null, pickedVisits: [], cell: null });
}
export const chooseCell = (technicianId: string, day: string): void =>
  put({ cell: { technicianId, day }, visitId: null, pickedVisits: [] });

/** Set the target of the placement in progress. */
export function placeAt(technicianId: string, from: string, to: string): void {
  const { placing } = useBoard.getState();
  if (placing && (placing.technicianId !== technicianId || placing.from !== from || placing.to !== to))
    put({ placing: { ...placing, technicianId, from, to } });
}

let lastQuestion = 0;

/** Ask for a reason; null if the person cancels. A further question waits until this one is answered. */
export const askReason = inTurn(
  (question: Omit<BoardQuestion, 'answer' | 'count'>) =>
    new Promise<string | null>((resolve) =>
      put({
        question: {
          ...question,
          count: ++lastQuestion,
          answer: (reason) => {
            put({ question: null });
            resolve(reason);
          },
        },
      }),
    ),
);
