import { useEffect, useRef } from 'react';

/** The row as an element that can have the focus: a line of the table, or a card; else what holds them all. */
function placeOf(table: string, id: string | null): HTMLElement | null {
  const list = document.querySelector<HTMLElement>(`[data-table="${table}"]`);
  const row = id
    ? list?.querySelector<HTMLElement>(
        `:is(tr[data-id="${CSS.escape(id)}"], .card[data-id="${CSS.escape(id)}"] .card-open)`,
      )
    : null;
  return row ?? list?.querySelector<HTMLElement>('.table-box') ?? null;
}

/** When what lay over the list has closed, the hand is where it was: at the row. Whoever went elsewhere meanwhile stays there. */
export function useFocusBack(table: string, isOver: boolean, row: string | null): void {
  const was = useRef(isOver);
  useEffect(() => {
    const closed = was.current && !isOver;
    was.current = isOver;
    if (closed && (document.activeElement === document.body || !document.activeElement)) placeOf(table, row)?.focus();
  }, [isOver]);
}
