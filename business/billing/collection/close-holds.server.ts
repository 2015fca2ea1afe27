import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';

/**
 * A kind of open matters that hold an order open: its label, and SQL that returns `registration_form_id`. `$1` is the
 * tenant.
 */
export interface CloseHold {
  readonly words: Label;
  readonly sql: string;
}

/** Kinds of open matters, added by each room, because of which an order without open money is not closed yet. */
export const closeHolds = contribution<CloseHold>('order.closeHolds');
