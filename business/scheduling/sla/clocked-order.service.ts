import type { KeyOf } from '#kernel/language/dictionary.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { registerStatus } from '../dictionaries.ts';

/** What a policy is chosen by. */
interface Clocked {
  readonly id: string;
  readonly receiptsType: string | null;
  readonly urgency: string | null;
  readonly customerId: string | null;
}

/** An order as its clocks see it. */
export interface ClockedOrder extends Clocked {
  readonly registrationNo: string;
  readonly registerStatus: KeyOf<typeof registerStatus>;
  readonly holdReason: string | null;
  readonly promiseTo: string | null;
  readonly finishTime: string | null;
}

/** A form that waits to be taken up, as its clock sees it. */
export interface ClockedForm extends Clocked {
  readonly repairNo: string;
}

/** Holds an order until the commit: it comes before its clocks in the order of locks. */
export const holdOrder = service<{ readonly orderId: string }>('clock.holdOrder');

/** Until when the customer of an order was promised somebody; null without a promise. */
export const promiseOfOrder = question<{ readonly orderId: string }, string | null>('clock.promise');

/** How the clocks of an order stand shows on the order: the worst state first in that row, the nearest due of those that live. */
export const showClocks = service<{
  readonly orderId: string;
  readonly live: readonly string[];
  readonly worstFirst: readonly string[];
}>('clock.show');

/** The team that a form or an order belongs to. */
export const teamOfClock = question<
  { readonly bizType: 'repair' | 'registration'; readonly bizId: string },
  string | null
>('clock.team');
