import { question } from '#kernel/language/rooms/service.ts';
import type { FaultSeen } from './judged.rules.ts';

/** What is asked about orders: of which devices, of which trouble code (null: any), in which span (milliseconds). */
export interface FaultOrdersAsked {
  readonly deviceIds: readonly string[];
  readonly troubleCode: string | null;
  readonly from: number;
  readonly until: number;
}

/** Orders that people made for faults of devices; answered by the room that joins devices with repairs. */
export const faultOrders = question<
  FaultOrdersAsked,
  readonly (FaultSeen & { readonly alarmIds: readonly string[] })[]
>('homes.faultOrders');
