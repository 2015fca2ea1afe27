import { useCallback, useMemo, useRef, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { cellNames, editableCells } from '../../form/inputs.ts';
import { fetchRow, rowKeyOf } from '../../registry/paper-calls.ts';
import type { WireRow } from '../../registry/rows.ts';
import type { Slots } from '../../registry/screens.ts';

/** A value that is changed where it stands. */
export interface OpenCell {
  readonly row: WireRow;
  readonly name: string;
  readonly cell: Element;
}

export interface CellEditing {
  readonly open: OpenCell | null;
  /** Which values of a row may be changed where they stand. */ readonly cells: (row: WireRow) => ReadonlySet<string>;
  readonly edit: (row: WireRow, name: string) => void;
  /** Ends it, unless another one was opened meanwhile. */ readonly close: (one: OpenCell) => void;
  /** By keys: the row whose values are offered to choose from. */ readonly choosing: WireRow | null;
  readonly choose: (row: WireRow | null) => void;
}

const cellOf = (of: AnyPaper, id: string, name: string): Element | null =>
  document.querySelector(
    `[data-table="${of.name}"] tr[data-id="${CSS.escape(id)}"] td[data-edit="${CSS.escape(name)}"]`,
  );

/** Changing single values in the table. It begins with what is stored now, for a list keeps excerpts and may be a while old. */
export function useCellEdit(of: AnyPaper, slots: Slots): CellEditing {
  const [open, setOpen] = useState<OpenCell | null>(null);
  const [choosing, choose] = useState<WireRow | null>(null);
  const asked = useRef('');
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
      asked.current = key;
      void fetchRow(of, rowKeyOf(of, row)).then(
        (fresh) => {
          const cell = cellOf(of, row.id, name);
          // Meanwhile it may have been asked for another, or the row may allow it no more.
          if (cell && asked.current === key && cells(fresh).has(name)) setOpen({ row: fresh, name, cell });
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
