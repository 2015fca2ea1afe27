import { addDays } from '#kernel/language/days.ts';

/** A visit of a contract, and the state of its work order. Days are `yyyy-MM-dd`. */
export interface StepVisit {
  readonly id: string;
  readonly occurrenceNo: number;
  readonly planStatus: string;
  readonly planDate: string;
  readonly expectDate: string;
  readonly orderState: string | null;
}

/** The next legal step of a contract: registering a visit, or dispatching the work order of one. */
export interface PlanStep {
  readonly step: 'register' | 'dispatch';
  readonly id: string;
}

const OPEN: readonly string[] = ['planned', 'pushed', 'booked', 'dispatched'];
/** States of a work order in which somebody has to dispatch it. */
const TO_DISPATCH: readonly string[] = ['registered', 'waiting'];

/** Return the nearest open visit; null for none. */
export const nearestOf = <V extends Pick<StepVisit, 'planStatus' | 'planDate'>>(visits: readonly V[]): V | null =>
  visits
    .filter((one) => OPEN.includes(one.planStatus))
    .toSorted((one, other) => (one.planDate < other.planDate ? -1 : 1))
    .at(0) ?? null;

/** Return the next step of the nearest open visit; null where it waits for its day, or is on its way. */
export function nextStep(
  visits: readonly StepVisit[],
  { today, registerDays }: { readonly today: string; readonly registerDays: number },
): PlanStep | null {
  const nearest = nearestOf(visits);
  if (!nearest) return null;
  const { id, orderState, expectDate, planDate } = nearest;
  if (orderState !== null) return TO_DISPATCH.includes(orderState) ? { step: 'dispatch', id } : null;
  return (expectDate || planDate) <= addDays(today, registerDays) ? { step: 'register', id } : null;
}
