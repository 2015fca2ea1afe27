import type { KeyOf } from '#kernel/language/dictionary.ts';
import { service } from '#kernel/language/rooms/service.ts';
import type { payChannel } from '#business/masterdata/dictionaries.ts';

/** A payment platform's report that money of a transaction arrived. `amount` in CNY. */
export interface Payment {
  readonly payChannel: KeyOf<typeof payChannel>;
  readonly tradeNo: string;
  readonly amount: string;
}

/**
 * Approve and return the collections of a payment. Return none where no row of that transaction, amount and channel
 * waits for it. A repeat returns the same.
 */
export const paymentArrived = service<Payment, readonly string[]>('payment.arrived');
