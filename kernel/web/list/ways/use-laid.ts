import { useEffect } from 'react';
import type { ListScreenState } from '../state/use-list-screen.ts';
import type { Rows } from '../state/use-rows.ts';

/** Tells the list which rows are laid out, so that keys, drawer and counts go by these. */
export function useLaid({ lay }: Pick<ListScreenState, 'lay'>, rows: Rows): void {
  useEffect(() => lay(rows), [rows.page, rows.loading, rows.dim, rows.error]);
  useEffect(() => () => lay(null), []);
}
