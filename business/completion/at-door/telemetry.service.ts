import { question } from '#kernel/language/rooms/service.ts';

/** What devices say of the work of a visit; null: no device reported its fault, or it never told a value. Answered by the room that joins devices with repairs. */
export const telemetryOfVisit = question<{ readonly visitId: string }, 'confirmed' | 'unconfirmed' | null>(
  'visit.telemetry',
);
