import { useEffect, useMemo, useState } from 'react';
import type { WireRow } from '../../registry/rows.ts';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly rows: readonly WireRow[];
  readonly size: number;
  /** All rows that match the filters are selected, also those on other pages. */
  readonly allMatching: boolean;
  readonly pick: (ids: readonly string[], on: boolean, from: readonly WireRow[]) => void;
  readonly pickAll: () => void;
  readonly clear: () => void;
}

/** The selected rows. They stay selected on other pages, and are cleared when the filters change. */
export function useSelection(filters: string): Selection {
  const [picked, setPicked] = useState<ReadonlyMap<string, WireRow>>(new Map());
  const [allMatching, setAll] = useState(false);
  const clear = (): void => {
    setPicked(new Map());
    setAll(false);
  };
  useEffect(clear, [filters]);
  return useMemo(
    () => ({
      ids: new Set(picked.keys()),
      rows: [...picked.values()],
      size: picked.size,
      allMatching,
      clear,
      pickAll: () => setAll(true),
      pick: (ids, on, from) => {
        setAll(false);
        setPicked((now) => {
          const next = new Map(now);
          for (const id of ids) {
            const row = from.find((one) => one.id === id);
            if (on && row) next.set(id, row);
            else next.delete(id);
          }
          return next;
        });
      },
    }),
    [picked, allMatching],
  );
}
