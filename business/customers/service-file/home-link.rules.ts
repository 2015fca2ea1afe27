import type { Label } from '#kernel/language/label.ts';

/**
 * Return a link from a paper to the page of its home. `fileOf` returns the id of the service file; without one there is
 * no link.
 */
export const homeLink = <Row>(
  fileOf: (row: Row) => string | null,
): { readonly icon: string; readonly label: Label; readonly to: (row: Row) => string | null } => ({
  icon: 'house-plus',
  label: ['一户一档', 'Home card'],
  to: (row) => {
    const id = fileOf(row);
    return id && `/maintenance/home/${id}`;
  },
});
