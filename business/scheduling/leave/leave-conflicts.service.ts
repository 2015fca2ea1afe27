import type { LocalizedText } from '#kernel/language/label.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { Conflicting } from './leave.calls.ts';

/** Return the open visits of a technician, as lead or in the crew, that overlap a span. */
export const visitsInTheWay = question<
  { readonly technicianId: string; readonly from: string; readonly to: string },
  readonly Conflicting[]
>('leave.inTheWay');

/** Lock visits until the commit. The order of locks has visits before their technician. */
export const holdVisits = service<{ readonly ids: readonly string[] }>('leave.holdVisits');

/** Return a visit to the pool, since its technician is away. */
export const freeVisit = service<{ readonly visitId: string; readonly reason: LocalizedText }>('leave.freeVisit');
