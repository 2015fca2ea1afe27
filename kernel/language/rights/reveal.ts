import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';

/** Code of the button to read customers' masked data in clear: one value at a time with a reason, or in an export. */
export const REVEAL = 'customer_privacy_view';

/** Code of the button to read masked data of staff in clear: ID cards, phones, pay. */
export const STAFF_REVEAL = 'staff_privacy_view';

/** Code of the button to read phones of staff in clear, but no other masked data. */
export const STAFF_PHONE = 'staff_phone_view';

/** Return the buttons, each of which opens a masked field: those of the field, else of its paper, else `REVEAL`. */
export const revealedBy = (paper: Pick<AnyPaper, 'revealedBy'>, field: Pick<Field, 'revealedBy'>): readonly string[] =>
  field.revealedBy ?? paper.revealedBy ?? [REVEAL];
