import type { Label } from '#kernel/language/label.ts';

/** The way from a record to the wall display of its address; null where it has none. */
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
