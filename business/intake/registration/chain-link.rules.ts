import type { Label } from '#kernel/language/label.ts';

/** The way from a paper to the page of its whole case; `orderOf` tells the registration, null where there is none yet. */
export const chainLink = <Row>(
  orderOf: (row: Row) => string | null,
): { readonly icon: string; readonly label: Label; readonly to: (row: Row) => string | null } => ({
  icon: 'route',
  label: ['一单到底', 'Whole case'],
  to: (row) => {
    const id = orderOf(row);
    return id && `/maintenance/chain/${id}`;
  },
});
