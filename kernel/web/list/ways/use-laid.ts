import { useEffect } from 'react';
import type { ListScreenState } from '../state/use-list-screen.ts';
import type { Rows } from '../state/use-rows.ts';

/**
 * Report the rows of a board or calendar to the list screen, whose shortcuts, detail and counts then use these rows.
 */
export function useLaid({ lay }: Pick<ListScreenState, 'lay'>, rows: Rows): void {
  useEffect(() => lay(rows), [rows.page, rows.loading, rows.dim, rows.error]);
  useEffect(() => () => lay(null), []);
}
