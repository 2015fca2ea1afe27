import { addMonths, daysBetween } from '#kernel/language/days.ts';

/** A visit as a box: its number, its state, and the order that reserves or uses it. */
export interface VisitBox {
  readonly nth: number;
  readonly state: 'used' | 'locked' | 'left';
  readonly orderId: string | null;
  readonly orderNo: string | null;
}

interface Uses {
  readonly total: number;
  readonly opening: number;
  readonly uses: readonly {
    readonly orderId: string;
    readonly orderNo: string;
    readonly state: string;
    readonly times: number;
  }[];
}

/** Return one box for each visit: those used before, those of orders, then those that are left. */
export function visitBoxes({ total, opening, uses }: Uses): VisitBox[] {
  const taken: Omit<VisitBox, 'nth'>[] = [
    ...Array.from({ length: opening }, () => ({ state: 'used' as const, orderId: null, orderNo: null })),
    ...uses.flatMap(({ orderId, orderNo, state, times }) =>
      Array.from({ length: times }, () => ({
        state: state === 'consumed' ? ('used' as const) : ('locked' as const),
        orderId,
        orderNo,
      })),
    ),
  ];
  const left = { state: 'left' as const, orderId: null, orderNo: null };
  return Array.from({ length: Math.max(total, taken.length) }, (_, at) => ({ nth: at + 1, ...(taken[at] ?? left) }));
}

/** Return the place of a day in a term as a percentage, within 0 and 100. */
export const termShare = (day: string, from: string, to: string): number =>
  Math.min(100, Math.max(0, (100 * daysBetween(from, day)) / Math.max(1, daysBetween(from, to))));

/** Return the first days of the months within a term, at most 18 of them. */
export function termMonths(from: string, to: string): string[] {
  const all: string[] = [];
  for (let month = addMonths(`${from.slice(0, 7)}-01`, 1); month <= to; month = addMonths(month, 1)) all.push(month);
  const step = Math.ceil(all.length / 18);
  return all.filter((_, at) => at % step === 0);
}

/** Return how urgent the rest of a consumable is, by its share in percent. */
export const restTone = (left: number): 'red' | 'amber' | 'green' =>
  left < 10 ? 'red' : left <= 20 ? 'amber' : 'green';
