import { useState } from 'react';
import { groupsList } from '#kernel/fields/paper-fields.ts';
import { type AnyPaper, fieldOf } from '#kernel/language/paper.ts';
import type { ListState } from '../state/list-state.ts';
import { type Rows, useRows } from '../state/use-rows.ts';
import type { ViewTab } from '../views/views.ts';

/** The rows of a list, and their layout. */
export interface RowsInWays {
  /**
   * The present layout. '' is the table, `kanban` exists only for papers with states, and `calendar` only for papers
   * with a calendar.
   */
  readonly as: '' | 'kanban' | 'calendar';
  readonly rows: Rows;
  /** Whether the filters of the view are known. */ readonly known: boolean;
  /** Report the rows of a board or calendar, which reads them itself; null when it closes. */ readonly lay: (
    rows: Rows | null,
  ) => void;
}

/** Return whether the paper has states, and so a board. */
export function hasBoard(of: AnyPaper): boolean {
  const life = of.lifecycle;
  const field = life && fieldOf(of, life.field);
  return Boolean(field && groupsList(field) && !of.tree);
}

function wayOf(of: AnyPaper, wanted: string): RowsInWays['as'] {
  if (wanted === 'kanban' && hasBoard(of)) return wanted;
  return wanted === 'calendar' && of.calendar ? wanted : '';
}

/** Read the rows of the table. Another layout in the address reads its own rows. */
export function useWays(
  of: AnyPaper,
  state: ListState,
  view: ViewTab | undefined,
  { phone, known }: { readonly phone: boolean; /** Whether the view is known. */ readonly known: boolean },
): RowsInWays {
  const as = wayOf(of, state.as);
  const [laid, lay] = useState<Rows | null>(null);
  const listed = useRows(of, state, view, phone, known && as === '');
  return { as, lay, known, rows: as === '' ? listed : (laid ?? { ...listed, page: undefined, loading: true }) };
}
