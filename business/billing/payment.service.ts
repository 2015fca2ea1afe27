import type { KeyOf } from '#kernel/language/dictionary.ts';
import { service } from '#kernel/language/rooms/service.ts';
import type { payChannel } from '#business/masterdata/dictionaries.ts';

/** What a payment platform tells: money of that transaction has arrived. `amount` in CNY. */
export interface Payment {
  readonly payChannel: KeyOf<typeof payChannel>;
  readonly tradeNo: string;
  readonly amount: string;
}

/** The collections that a payment was for, now approved; empty where none of that transaction, amount and channel waits for it. Told again, it answers the same. */
export const paymentArrived = service<Payment, readonly string[]>('payment.arrived');
