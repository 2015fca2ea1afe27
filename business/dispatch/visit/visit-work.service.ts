import type { Row } from '#kernel/language/paper.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { VisitResult } from './visit-states.rules.ts';
import type { visit } from './visit.paper.ts';

/** A visit ends with what was written about its work: that is handed in. Answers the id of what was written. */
export const submitWork = service<
  { readonly visitId: string; readonly result: VisitResult; readonly at: string },
  string
>('visit.submitWork');

/** The leader sends a visit back: what was written about it is to be corrected. */
export const returnWork = service<{ readonly visitId: string; readonly reason: string }>('visit.returnWork');

/** Refuses where a photo lacks that the visit must show. */
export const assertShown = service<{
  readonly visit: Pick<Row<typeof visit>, 'id' | 'registrationFormId' | 'finishTime'>;
}>('visit.assertShown');

/** How many photos of a visit were shown. */
export const photosShown = question<{ readonly visitId: string }, number>('visit.photosShown');

/** Which visits of a dispatch form are to be done again, by their ids. */
export const visitsRedone = question<{ readonly dispId: string }, readonly string[]>('visit.redone');

/** The number of what was handed in about the work of a dispatch form; null before that. */
export const workHandedIn = question<{ readonly dispId: string }, string | null>('visit.workHandedIn');

/** Those of the visits whose work was checked, by their ids. */
export const visitsChecked = question<{ readonly visitIds: readonly string[] }, readonly string[]>('visit.checked');
