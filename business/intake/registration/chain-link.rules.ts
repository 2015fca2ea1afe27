import type { Label } from '#kernel/language/label.ts';

/**
 * Return a link from a paper to the page that shows its order with all papers (the case). `orderOf` returns the id of
 * the registration; without one there is no link.
 */
export const chainLink = <Row>(
  orderOf: (row: Row) => string | null,
): { readonly icon: string; readonly label: Label; readonly to: (row: Row) => string | null } => ({
  icon: 'route',
  label: ['一单到底', 'Case history'],
  to: (row) => {
    const id = orderOf(row);
    return id && `/maintenance/chain/${id}`;
  },
});
