import type { KeyOf } from '#kernel/language/dictionary.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { registerStatus } from '../dictionaries.ts';

/** The facts of an order or form by which the policy of its clocks is chosen. */
interface Clocked {
  readonly id: string;
  readonly receiptsType: string | null;
  readonly urgency: string | null;
  readonly customerId: string | null;
}

/** The facts of an order on which its clocks depend. */
export interface ClockedOrder extends Clocked {
  readonly registrationNo: string;
  readonly registerStatus: KeyOf<typeof registerStatus>;
  readonly holdReason: string | null;
  readonly promiseTo: string | null;
  readonly finishTime: string | null;
  readonly source: string;
  /** Day that the customer wants. */ readonly expectDate: string | null;
}

/** The facts of a form on which its clock until acceptance depends. */
export interface ClockedForm extends Clocked {
  readonly repairNo: string;
}

/** Lock an order until the commit. The order of locks has orders before their clocks. */
export const holdOrder = service<{ readonly orderId: string }>('clock.holdOrder');

/** Return the end of the time window promised to the customer; null without a promise. */
export const promiseOfOrder = question<{ readonly orderId: string }, string | null>('clock.promise');

/**
 * Write the clocks' result to their order: the worst state by `worstFirst`, and the nearest due time of clocks in a
 * `live` state.
 */
export const showClocks = service<{
  readonly orderId: string;
  readonly live: readonly string[];
  readonly worstFirst: readonly string[];
}>('clock.show');

/** Return the team of a form or an order. */
export const teamOfClock = question<
  { readonly bizType: 'repair' | 'registration'; readonly bizId: string },
  string | null
>('clock.team');
