import type { ShownRow } from '#kernel/language/calls/shape.ts';
import type { Row } from '#kernel/language/paper.ts';
import { question, service } from '#kernel/language/rooms/service.ts';
import type { completion } from './completion.paper.ts';

type Shown = Readonly<Record<string, unknown>> & { readonly id: string };

/** Writes what was taken for a completion as its technician has it; what he leaves out goes while nothing happened to it. `taker` took what names nobody. */
export const saveCollections = service<{
  readonly completion: Row<typeof completion>;
  readonly taker: string | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}>('collection.saveOf');

/** Refuses where finance agreed already with money of a completion. */
export const assertNoneApproved = service<{ readonly completionId: string }>('collection.assertNoneApproved');

/** What was asked of the customer for a completion, fee by fee. */
export const feesAsked = question<
  { readonly completionId: string },
  readonly { readonly collectType: string; readonly receivableAmount: string }[]
>('collection.feesAsked');

/** What was received for a completion, in CNY. */
export const receivedFor = question<{ readonly completionId: string }, string>('collection.received');

/** What the customer gave at other visits of an order, in CNY. */
export const receivedElsewhere = question<{ readonly registrationFormId: string; readonly visitId: string }, string>(
  'collection.receivedElsewhere',
);

/** The money of a completion as the asking person may see it. */
export const collectionsSeen = question<{ readonly completionId: string }, readonly Shown[]>('collection.seen');

/** The money of completions that the asking person was shown, in words. */
export const collectionsOfShown = question<{ readonly completions: readonly ShownRow[] }, readonly Shown[]>(
  'collection.ofShown',
);
