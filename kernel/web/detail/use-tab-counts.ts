import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get } from '../http/http.ts';
import { queryClient } from '../query/client.ts';
import { type LiveEvent, useLive } from '../realtime/live.ts';

/** Number of entries of each tab, counted up to 100. `related`: by `paper.field` of the reference. */
export interface TabCounts {
  readonly related: Readonly<Record<string, number>>;
  readonly annexes: number;
  readonly comments: number;
  readonly history: number;
}

/** Return a count as text, with 99+ for more than 99. */
export const countWords = (count: number): string => (count > 99 ? '99+' : String(count));

/** The counts of a row in one call; read again when the stream reports a change of it. */
export function useTabCounts(of: AnyPaper, id: string | undefined): TabCounts | undefined {
  const { data } = useQuery({
    queryKey: ['row', of.name, 'tabs', id],
    enabled: Boolean(id),
    queryFn: ({ signal }) => get<TabCounts>('blade-core/tab-counts', { paper: of.name, id }, { signal, quiet: true }),
  });
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (event.type === 'reopened' || (event.type === 'changed' && event.id === id))
          void queryClient.invalidateQueries({ queryKey: ['row', of.name, 'tabs', id] });
      },
      [of.name, id],
    ),
  );
  return data;
}
