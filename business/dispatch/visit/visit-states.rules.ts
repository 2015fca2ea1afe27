import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { registerStatus } from '#business/scheduling/dictionaries.ts';
import type { dispatchStatus, taskStatus, visitResult } from '../dictionaries.ts';

export type VisitState = KeyOf<typeof taskStatus>;
export type VisitResult = KeyOf<typeof visitResult>;
export type DispatchFormState = KeyOf<typeof dispatchStatus>;
export type OrderState = KeyOf<typeof registerStatus>;

/** Facts of a visit from which the state of its dispatch form is derived. */
export interface Standing {
  readonly taskStatus: VisitState;
  readonly visitResult: VisitResult | null;
  readonly sentTime: string | null;
  /** The completion of this visit was returned to be redone. */ readonly redone: boolean;
}

/** States of a visit that ended before the technician arrived; the order needs another one. */
const GONE: readonly VisitState[] = ['transferred', 'refused', 'recalled', 'cancelled'];
const FINAL: readonly VisitResult[] = ['done', 'remote', 'checkOnly', 'noFault', 'refusedPay'];
/** Results that must wait for something before the next visit. */
const WAITS: Partial<Record<VisitResult, 'parts' | 'expert'>> = { needParts: 'parts', needExpert: 'expert' };
const UNDER_WAY: readonly VisitState[] = ['traveling', 'working', 'paused'];

/** States of a visit that is planned or in progress. */
export const OPEN_VISIT_STATES: readonly VisitState[] = [
  'pendingAccept',
  'accepted',
  'appointed',
  'traveling',
  'working',
  'paused',
];

/** Return whether a result ends the work; all others leave the visit partial. */
export const isFinal = (result: VisitResult): boolean => FINAL.includes(result);

/** Return what the order waits for after a result; null: it can be dispatched at once. */
export const holdAfter = (result: VisitResult): 'parts' | 'expert' | null => WAITS[result] ?? null;

/** Return the newest visit that decides the state of the form: dispatched, and not ended before arrival or redone. */
const decisive = (visits: readonly Standing[]): Standing | undefined =>
  visits.find(
    (one) =>
      !GONE.includes(one.taskStatus) && !one.redone && (one.sentTime !== null || one.taskStatus !== 'pendingAccept'),
  );

/**
 * Return whether the last result still keeps the order waiting. Any later dispatch ends this, even one that was refused
 * or transferred.
 */
function waitsOn(visits: readonly Standing[], newest: Standing | undefined): boolean {
  if (!newest?.visitResult || !holdAfter(newest.visitResult)) return false;
  return !visits.slice(0, visits.indexOf(newest)).some((one) => one.sentTime !== null && GONE.includes(one.taskStatus));
}

/**
 * Return the state of a dispatch form from its visits, newest first. `held`: a person has put it on hold. Confirmed and
 * cancelled forms do not follow their visits. Source: after-sales design §6.2, f.
 */
export function formStateOf(visits: readonly Standing[], held: boolean): DispatchFormState {
  const newest = decisive(visits);
  if (newest && UNDER_WAY.includes(newest.taskStatus)) return 'inProgress';
  if (newest && OPEN_VISIT_STATES.includes(newest.taskStatus)) return 'dispatched';
  if (newest?.visitResult && isFinal(newest.visitResult)) return 'completed';
  if (held || waitsOn(visits, newest)) return 'onHold';
  return 'draft';
}

/**
 * Return the state of a registration by that of its dispatch form. `hasResult`: a visit has a valid result. Source:
 * after-sales design §6.2, g.
 */
export function orderStateOf(form: DispatchFormState, hasResult: boolean): OrderState {
  if (form === 'draft') return hasResult ? 'waiting' : 'registered';
  const named: Partial<Record<DispatchFormState, OrderState>> = {
    dispatched: 'dispatched',
    inProgress: 'inService',
    onHold: 'waiting',
    completed: 'finished',
    confirmed: 'confirmed',
    cancelled: 'cancelled',
  };
  return named[form]!;
}
