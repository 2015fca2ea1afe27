import { useState } from 'react';
import { groupsList } from '#kernel/fields/paper-fields.ts';
import { type AnyPaper, fieldOf } from '#kernel/language/paper.ts';
import type { ListState } from '../state/list-state.ts';
import { type Rows, useRows } from '../state/use-rows.ts';
import type { ViewTab } from '../views/views.ts';

/** The rows of a list, and as what they are shown. */
export interface RowsInWays {
  /** '' = the table, else what the paper has besides. */ readonly as: '' | 'kanban' | 'calendar';
  readonly rows: Rows;
  /** It is known what the view asks. */ readonly known: boolean;
  /** A way other than the table asks for its rows itself, and tells which they are. */ readonly lay: (
    rows: Rows | null,
  ) => void;
}

/** Has the paper states that its rows can be laid out by? */
export function hasBoard(of: AnyPaper): boolean {
  const life = of.lifecycle;
  const field = life && fieldOf(of, life.field);
  return Boolean(field && groupsList(field) && !of.tree);
}

function wayOf(of: AnyPaper, asked: string): RowsInWays['as'] {
  if (asked === 'kanban' && hasBoard(of)) return asked;
  return asked === 'calendar' && of.calendar ? asked : '';
}

/** Asks for the rows of the table; where the address names another way, that way tells them. */
export function useWays(
  of: AnyPaper,
  state: ListState,
  view: ViewTab | undefined,
  { phone, known }: { readonly phone: boolean; /** The view is. */ readonly known: boolean },
): RowsInWays {
  const as = wayOf(of, state.as);
  const [laid, lay] = useState<Rows | null>(null);
  const listed = useRows(of, state, view, phone, known && as === '');
  return { as, lay, known, rows: as === '' ? listed : (laid ?? { ...listed, page: undefined, loading: true }) };
}
