import { question } from '#kernel/language/rooms/service.ts';

/**
 * Whether telemetry confirms that the visit repaired the fault. Null if no device reported the fault, or the device
 * never sent a value. A room above answers, which knows devices and orders.
 */
export const telemetryOfVisit = question<{ readonly visitId: string }, 'confirmed' | 'unconfirmed' | null>(
  'visit.telemetry',
);
