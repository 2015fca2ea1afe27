import { notifyManager } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { rowKeyOf } from '../../registry/paper-calls.ts';
import type { WireRow } from '../../registry/rows.ts';
import { queryClient } from '../../query/client.ts';
import { toast } from '../../toast/toasts.ts';
import { useT } from '../../i18n/words.ts';

/**
 * `away`: the row that was just added but is not shown, else null. It is on another page, in a closed branch, or does
 * not match the filters. `watch`: call it after adding a row.
 */
export interface Added {
  readonly away: Away | null;
  readonly watch: (row: WireRow) => void;
}

interface Away {
  readonly id: string;
  /** Id or code by which the address opens the row. */ readonly name: string;
}

const never = (): void => undefined;

/**
 * Return whether the list is being read. It listens only while `wanted`, because each change of a request searches the
 * whole cache.
 */
function useReading(of: AnyPaper, wanted: boolean): boolean {
  const listen = useCallback(
    (changed: () => void) =>
      wanted ? queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed)) : never,
    [wanted],
  );
  return useSyncExternalStore(listen, () => wanted && queryClient.isFetching({ queryKey: ['list', of.name] }) > 0);
}

/**
 * After an addition, wait until the list is read again. If it does not contain the new row, show a message that can
 * open it.
 */
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
