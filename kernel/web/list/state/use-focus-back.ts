import { useEffect, useRef } from 'react';

/**
 * Return the element of a row that can have the focus, in the table or among the cards; else the box around all rows.
 */
function placeOf(table: string, id: string | null): HTMLElement | null {
  const list = document.querySelector<HTMLElement>(`[data-table="${table}"]`);
  const row = id
    ? list?.querySelector<HTMLElement>(
        `:is(tr[data-id="${CSS.escape(id)}"], .card[data-id="${CSS.escape(id)}"] .card-open)`,
      )
    : null;
  return row ?? list?.querySelector<HTMLElement>('.table-box') ?? null;
}

/** When a layer over the list closes, focus its row again, unless the focus has moved somewhere else. */
export function useFocusBack(table: string, isOver: boolean, row: string | null): void {
  const was = useRef(isOver);
  useEffect(() => {
    const closed = was.current && !isOver;
    was.current = isOver;
    if (closed && (document.activeElement === document.body || !document.activeElement)) placeOf(table, row)?.focus();
  }, [isOver]);
}
