import { question } from '#kernel/language/rooms/service.ts';
import type { FaultSeen } from './judged.rules.ts';

/** Query of orders: devices, trouble code (null: any) and span (milliseconds). */
export interface FaultOrdersAsked {
  readonly deviceIds: readonly string[];
  readonly troubleCode: string | null;
  readonly from: number;
  readonly until: number;
}

/** Orders for faults of devices in a span; answered by the room that joins devices with repairs. */
export const faultOrders = question<
  FaultOrdersAsked,
  readonly (FaultSeen & { readonly alarmIds: readonly string[] })[]
>('homes.faultOrders');
