import { notifyManager } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { rowKeyOf } from '../../registry/paper-calls.ts';
import type { WireRow } from '../../registry/rows.ts';
import { queryClient } from '../../query/client.ts';
import { toast } from '../../toast/toasts.ts';
import { useT } from '../../i18n/words.ts';

/** A row that was just added and does not stand where the list is: on another page, below a folded branch, outside the filters. */
export interface Added {
  readonly away: Away | null;
  readonly watch: (row: WireRow) => void;
}

interface Away {
  readonly id: string;
  /** How its page is asked for: by its id, or the code that stands for it. */ readonly name: string;
}

const never = (): void => undefined;

/** Is the list being read again? Asked only while somebody wants to know: at each question that begins or ends, everything that was ever asked would be looked through. */
function useReading(of: AnyPaper, wanted: boolean): boolean {
  const listen = useCallback(
    (changed: () => void) =>
      wanted ? queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed)) : never,
    [wanted],
  );
  return useSyncExternalStore(listen, () => wanted && queryClient.isFetching({ queryKey: ['list', of.name] }) > 0);
}

/** Whoever added a row finds it: in the list, or by what is said when the list, read again, does not show it. */
export function useAdded(of: AnyPaper, ids: readonly string[], open: (name: string) => void): Added {
  const t = useT();
  const [watched, watch] = useState<Away | null>(null);
  const [away, setAway] = useState<Away | null>(null);
  const reading = useReading(of, watched !== null);
  useEffect(() => {
    if (watched === null || reading) return;
    watch(null);
    if (ids.includes(watched.id)) return;
    setAway(watched);
    toast.good(t(['新增的一条不在当前页', 'The new row is not on this page']), {
      label: t(['打开', 'Open']),
      run: () => open(watched.name),
    });
  }, [watched, reading]);
  return {
    away,
    watch: (row) => {
      setAway(null);
      watch({ id: row.id, name: rowKeyOf(of, row) });
    },
  };
}
