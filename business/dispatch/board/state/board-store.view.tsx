import { create } from 'zustand';
import type { Label } from '#kernel/language/label.ts';
import type { BoardOrder, BoardVisit, Ranked, VisitConflict } from '../board.calls.ts';
import { NO_FILTER, type PoolFilter } from '../pool/orders.rules.ts';
import { inTurn } from './in-turn.rules.ts';

/** What is being put somewhere: an order onto a row, a visit to another time or row, its end to another time. */
export interface Placing {
  readonly kind: 'assign' | 'move' | 'resize' | 'plan';
  readonly by: 'pointer' | 'keys';
  readonly order?: BoardOrder;
  /** Several that were picked together, `order` the first of them: they go one after another. */
  readonly orders?: readonly BoardOrder[];
  readonly visit?: BoardVisit;
  readonly name: string;
  readonly registrationFormId: string;
  readonly minutes: number;
  /** Where it would go now; empty while it is over no row. */
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
}

/** Put somewhere and on its way to the server: shown as if it were done, taken back when it is refused. */
export interface Pending {
  readonly key: string;
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
  readonly order?: BoardOrder;
  readonly visit?: BoardVisit;
}

/** A dispatch of this person that may still be taken back: nobody has seen it. */
export interface Undoable {
  readonly visitId: string;
  readonly name: string;
}

/** A visit of a proposed plan. Nothing of it is stored. */
export interface PlanLine {
  readonly order: BoardOrder;
  readonly technicianId: string;
  readonly from: string;
  readonly to: string;
  readonly score: number;
  readonly reasons: Ranked['reasons'];
  readonly conflicts: readonly VisitConflict[];
  /** It stays where it is when the rest is planned anew. */ readonly locked: boolean;
  /** Why the server would not take it. */ readonly refusal: string | null;
}

/** A plan of a day that is looked at, changed, and taken or not. */
export interface PlanProposal {
  readonly day: string;
  readonly lines: readonly PlanLine[];
  readonly left: readonly { readonly order: BoardOrder; readonly words: Label }[];
  readonly notLooked: number;
  readonly cutShort: boolean;
  /** It is being planned, or being taken line by line. */ readonly busy: 'planning' | 'taking' | null;
}

/** A question for a reason: what speaks against it, or why somebody else takes over. */
export interface BoardQuestion {
  /** Tells two questions apart that ask the same. */ readonly no: number;
  readonly title: string;
  readonly conflicts: readonly VisitConflict[];
  readonly yes: string;
  readonly answer: (reason: string | null) => void;
}

interface BoardState {
  /** The first day shown; null = today, as the server has it. */
  readonly day: string | null;
  readonly span: 'day' | 'week';
  /** The shown day as rows of time, or on the map. */ readonly face: 'rows' | 'map';
  readonly teams: readonly string[];
  /** Only technicians who are at work on a day that is shown, or have something planned there. */
  readonly onDuty: boolean;
  readonly orderId: string | null;
  /** Orders picked together, in the order they were. */ readonly picked: readonly string[];
  readonly visitId: string | null;
  readonly cell: { readonly technicianId: string; readonly day: string } | null;
  readonly filter: PoolFilter;
  readonly placing: Placing | null;
  readonly pending: readonly Pending[];
  /** Orders that are being sent: they have left the pool. */
  readonly sending: readonly string[];
  readonly undoable: readonly Undoable[];
  readonly question: BoardQuestion | null;
  readonly plan: PlanProposal | null;
}

/** What the person looks at and does on the board; what the server says stays with its queries. */
export const useBoard = create<BoardState>(() => ({
  day: null,
  span: 'day',
  face: 'rows',
  teams: [],
  onDuty: true,
  orderId: null,
  picked: [],
  visitId: null,
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

/** One thing is chosen at a time: its details stand on the right. */
export const chooseOrder = (orderId: string | null): void => put({ orderId, picked: [], visitId: null, cell: null });
export const chooseVisit = (visitId: string | null): void => put({ visitId, orderId: null, picked: [], cell: null });
/** Picks one more order, or leaves it out again; the chosen one is picked with the first. */
export function pickOrder(id: string): void {
  const { picked, orderId } = useBoard.getState();
  const before = picked.length === 0 && orderId ? [orderId] : picked;
  const now = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  put({ picked: now.length > 1 ? now : [], orderId: now.at(-1) ?? null, visitId: null, cell: null });
}
export const chooseCell = (technicianId: string, day: string): void =>
  put({ cell: { technicianId, day }, visitId: null });

/** Moves what is being placed; the same place again changes nothing. */
export function placeAt(technicianId: string, from: string, to: string): void {
  const { placing } = useBoard.getState();
  if (placing && (placing.technicianId !== technicianId || placing.from !== from || placing.to !== to))
    put({ placing: { ...placing, technicianId, from, to } });
}

let asked = 0;

/** Asks for a reason; null = the person thought better of it. One question waits for the answer of the one before it. */
export const askReason = inTurn(
  (question: Omit<BoardQuestion, 'answer' | 'no'>) =>
    new Promise<string | null>((resolve) =>
      put({
        question: {
          ...question,
          no: ++asked,
          answer: (reason) => {
            put({ question: null });
            resolve(reason);
          },
        },
      }),
    ),
);
