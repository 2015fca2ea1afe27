import type { Label } from '#kernel/language/label.ts';

/** Return a link from a row to the wall display of its address; `to` is null without an address. */
export const wallLink = <Row>(
  addressOf: (row: Row) => string | null,
): { readonly icon: string; readonly label: Label; readonly to: (row: Row) => string | null } => ({
  icon: 'monitor',
  label: ['大屏', 'Wall display'],
  to: (row) => {
    const id = addressOf(row);
    return id && `/operation/wall?id=${id}`;
  },
});
