import type { Row } from '#kernel/language/paper.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { VisitResult } from './visit-states.rules.ts';
import type { visit } from './visit.paper.ts';

/** Submits the completion of a visit that ends; returns its id. */
export const submitWork = service<
  { readonly visitId: string; readonly result: VisitResult; readonly at: string },
  string
>('visit.submitWork');

/** Sends the completion of a visit back for correction. */
export const returnWork = service<{ readonly visitId: string; readonly reason: string }>('visit.returnWork');

/** Refuses a visit that lacks required photos. */
export const assertShown = service<{
  readonly visit: Pick<Row<typeof visit>, 'id' | 'registrationFormId' | 'finishTime'>;
}>('visit.assertShown');

/** Number of photos of a visit. */
export const photosShown = question<{ readonly visitId: string }, number>('visit.photosShown');

/** Ids of the visits of a dispatch form whose completion was returned to be redone. */
export const visitsRedone = question<{ readonly dispId: string }, readonly string[]>('visit.redone');

/** Number of the submitted completion of a dispatch form; null if there is none. */
export const workHandedIn = question<{ readonly dispId: string }, string | null>('visit.workHandedIn');

/** Ids of those visits among `visitIds` whose completion was confirmed, or returned to be redone. */
export const visitsChecked = question<{ readonly visitIds: readonly string[] }, readonly string[]>('visit.checked');
