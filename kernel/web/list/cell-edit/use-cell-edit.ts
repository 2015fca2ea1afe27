import { useCallback, useMemo, useRef, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { cellNames, editableCells } from '../../form/inputs.ts';
import { fetchRow, rowKeyOf } from '../../registry/paper-calls.ts';
import type { WireRow } from '../../registry/rows.ts';
import type { Slots } from '../../registry/screens.ts';

/** A cell that is being edited. */
export interface OpenCell {
  readonly row: WireRow;
  readonly name: string;
  readonly cell: Element;
}

export interface CellEditing {
  readonly open: OpenCell | null;
  /** Return the names of the fields of a row that may be edited in the list. */
  readonly cells: (row: WireRow) => ReadonlySet<string>;
  readonly edit: (row: WireRow, name: string) => void;
  /** Close the cell, unless another one was opened since. */ readonly close: (one: OpenCell) => void;
  /** The row for which the menu of editable cells is open; null for none. */ readonly choosing: WireRow | null;
  readonly choose: (row: WireRow | null) => void;
}

const cellOf = (of: AnyPaper, id: string, name: string): Element | null =>
  document.querySelector(
    `[data-table="${of.name}"] tr[data-id="${CSS.escape(id)}"] td[data-edit="${CSS.escape(name)}"]`,
  );

/** The state of editing cells. The stored row is read first, because a list contains shortened and outdated values. */
export function useCellEdit(of: AnyPaper, slots: Slots): CellEditing {
  const [open, setOpen] = useState<OpenCell | null>(null);
  const [choosing, choose] = useState<WireRow | null>(null);
  const latest = useRef('');
  const names = useMemo(() => cellNames(of, slots.inputs), [of, slots.inputs]);
  const known = useMemo(() => new WeakMap<WireRow, ReadonlySet<string>>(), [names]);
  const cells = useCallback(
    (row: WireRow): ReadonlySet<string> => {
      let found = known.get(row);
      if (!found) known.set(row, (found = editableCells(of, names, row)));
      return found;
    },
    [of, names, known],
  );
  return {
    open,
    cells,
    edit: (row, name) => {
      const key = `${row.id} ${name}`;
      latest.current = key;
      void fetchRow(of, rowKeyOf(of, row)).then(
        (fresh) => {
          const cell = cellOf(of, row.id, name);
          // Do not open it if another cell was requested in the meantime, or the stored row does not allow the edit.
          if (cell && latest.current === key && cells(fresh).has(name)) setOpen({ row: fresh, name, cell });
        },
        () => undefined,
      );
    },
    choosing,
    choose,
    close: (one) => {
      setOpen((now) => (now === one ? null : now));
      document.querySelector<HTMLElement>(`[data-table="${of.name}"] .table-box`)?.focus({ preventScroll: true });
    },
  };
}
