import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { registerStatus } from '#business/scheduling/dictionaries.ts';
import type { dispatchStatus, taskStatus, visitResult } from '../dictionaries.ts';

export type VisitState = KeyOf<typeof taskStatus>;
export type VisitResult = KeyOf<typeof visitResult>;
export type DispatchFormState = KeyOf<typeof dispatchStatus>;
export type OrderState = KeyOf<typeof registerStatus>;

/** What a form's state is derived from: a visit as it stands. */
export interface Standing {
  readonly taskStatus: VisitState;
  readonly visitResult: VisitResult | null;
  readonly sentTime: string | null;
  /** Its completion was sent back to be done again. */ readonly redone: boolean;
}

/** Ways of a visit to end without anybody having been there: the order waits for another. */
const GONE: readonly VisitState[] = ['transferred', 'refused', 'recalled', 'cancelled'];
const FINAL: readonly VisitResult[] = ['done', 'remote', 'checkOnly', 'noFault', 'refusedPay'];
/** Results that wait for something before somebody can go again. */
const WAITS: Partial<Record<VisitResult, 'parts' | 'expert'>> = { needParts: 'parts', needExpert: 'expert' };
const UNDER_WAY: readonly VisitState[] = ['traveling', 'working', 'paused'];

/** States of a visit that is still to come or going on. */
export const OPEN_VISIT_STATES: readonly VisitState[] = [
  'pendingAccept',
  'accepted',
  'appointed',
  'traveling',
  'working',
  'paused',
];

/** Does this result end the matter? Others are partial. */
export const isFinal = (result: VisitResult): boolean => FINAL.includes(result);

/** Why the order is held after such a result; null when it goes back into the pool. */
export const holdAfter = (result: VisitResult): 'parts' | 'expert' | null => WAITS[result] ?? null;

/** The visits that count, newest first, and the one among them that decides. */
const decisive = (visits: readonly Standing[]): Standing | undefined =>
  visits.find(
    (one) =>
      !GONE.includes(one.taskStatus) && !one.redone && (one.sentTime !== null || one.taskStatus !== 'pendingAccept'),
  );

/** Does the last result ask to wait? Not any more once somebody was sent after it: what he gave back, or handed to a colleague, waits for a technician, not for parts. */
function waitsOn(visits: readonly Standing[], newest: Standing | undefined): boolean {
  if (!newest?.visitResult || !holdAfter(newest.visitResult)) return false;
  return !visits.slice(0, visits.indexOf(newest)).some((one) => one.sentTime !== null && GONE.includes(one.taskStatus));
}

/**
 * The state of a dispatch form as its visits (newest first) have it; `held` says that people hold it. Confirmed and cancelled forms are not
 * derived. Source: after-sales design §6.2, f.
 */
export function formStateOf(visits: readonly Standing[], held: boolean): DispatchFormState {
  const newest = decisive(visits);
  if (newest && UNDER_WAY.includes(newest.taskStatus)) return 'inProgress';
  if (newest && OPEN_VISIT_STATES.includes(newest.taskStatus)) return 'dispatched';
  if (newest?.visitResult && isFinal(newest.visitResult)) return 'completed';
  if (held || waitsOn(visits, newest)) return 'onHold';
  return 'draft';
}

/** The state of a registration as its dispatch form has it. Source: after-sales design §6.2, g. */
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
