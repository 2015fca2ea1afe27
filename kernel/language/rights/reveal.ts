import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';

/** The button that lets a person read personal data of customers in clear, value by value with a reason, and export it. */
export const REVEAL = 'customer_privacy_view';

/** The same for what is staff's: ID cards, phones, pay. */
export const STAFF_REVEAL = 'staff_privacy_view';

/** For the phones of staff alone. */
export const STAFF_PHONE = 'staff_phone_view';

/** The buttons each of which opens a masked value: those of the field, else of its paper, else that of customers. */
export const revealedBy = (paper: Pick<AnyPaper, 'revealedBy'>, field: Pick<Field, 'revealedBy'>): readonly string[] =>
  field.revealedBy ?? paper.revealedBy ?? [REVEAL];
