import type { Label } from '#kernel/language/label.ts';

/** The way from a paper to the card of its home; `fileOf` tells the service file, null where there is none. */
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
