/** States of an order that is not finished. */
const OPEN: readonly string[] = ['registered', 'waiting', 'dispatched', 'inService'];
/** States of an order before the work. */
const BEFORE: readonly string[] = ['registered', 'waiting', 'dispatched'];
/** States of a visit before the way to the customer, or after it. */
const CAN_MOVE: readonly string[] = ['pendingAccept', 'accepted', 'appointed', 'partial', 'confirmed'];

/** May a customer ask to hurry or to be called? */
export const mayUrge = (registerStatus: string): boolean => OPEN.includes(registerStatus);

/** May a customer ask for another time? */
export const mayMove = (registerStatus: string, taskStatus: string | null): boolean =>
  BEFORE.includes(registerStatus) && (taskStatus === null || CAN_MOVE.includes(taskStatus));

/** May a customer cancel an order? Only before a visit is sent. */
export const mayCancel = (registerStatus: string, visitCount: number | null, hasVisit: boolean): boolean =>
  ['registered', 'waiting'].includes(registerStatus) && (visitCount ?? 0) === 0 && !hasVisit;
