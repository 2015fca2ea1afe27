import type { ShownRow } from '#kernel/language/calls/shape.ts';
import type { Row } from '#kernel/language/paper.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { completion } from './completion.paper.ts';

type Shown = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * Writes the collections of a completion as they were sent. Omitted rows are removed unless they are processed. `taker`
 * counts as the receiver of money if a row names none.
 */
export const saveCollections = service<{
  readonly completion: Row<typeof completion>;
  readonly taker: string | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}>('collection.saveOf');

/** Refuses if finance has approved money of a completion. */
export const assertNoneApproved = service<{ readonly completionId: string }>('collection.assertNoneApproved');

/** The fees charged by the collections of a completion, by type. */
export const feesAsked = question<
  { readonly completionId: string },
  readonly { readonly collectType: string; readonly receivableAmount: string }[]
>('collection.feesAsked');

/** The money received for a completion, in CNY. */
export const receivedFor = question<{ readonly completionId: string }, string>('collection.received');

/** The money received at other visits of an order, in CNY. */
export const receivedElsewhere = question<{ readonly registrationFormId: string; readonly visitId: string }, string>(
  'collection.receivedElsewhere',
);

/** The collections of a completion that the caller may see. */
export const collectionsSeen = question<{ readonly completionId: string }, readonly Shown[]>('collection.seen');

/** The collections, with captions and masked, of completions that the caller already sees. */
export const collectionsOfShown = question<{ readonly completions: readonly ShownRow[] }, readonly Shown[]>(
  'collection.ofShown',
);
