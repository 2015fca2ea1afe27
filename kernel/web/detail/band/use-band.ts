import { must } from '#kernel/language/must.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useLanguage } from '../../i18n/words.ts';
import { queryClient } from '../../query/client.ts';
import { type LiveEvent, useLive } from '../../realtime/live.ts';
import type { Band } from '../../registry/band.ts';
import type { WireRow } from '../../registry/rows.ts';
import { useSlots } from '../../registry/use-slots.ts';

export interface ReadBand {
  /** The paper has a strip with the stages of its service case, whose height is reserved while the strip loads. */
  readonly isExpected: boolean;
  readonly band: Band | undefined;
}

/**
 * Return the service case that a row belongs to: its stages and its next step. They are read again when the row of a
 * stage changes.
 */
export function useBand(of: AnyPaper, row: WireRow | undefined): ReadBand {
  const language = useLanguage();
  const { band: read } = useSlots(of);
  const id = row?.id ?? '';
  const { data, isError } = useQuery({
    queryKey: ['band', of.name, id, language],
    enabled: Boolean(read && row),
    queryFn: ({ signal }) => must(read, 'band')(must(row, 'row'), signal),
  });
  const ids = useRef<ReadonlySet<string>>(new Set());
  ids.current = new Set([id, ...(data?.stations ?? []).map((one) => one.id)]);
  useLive(
    useCallback(
      (event: LiveEvent) => {
        const isOurs = event.type === 'changed' && event.action !== 'comment' && ids.current.has(event.id ?? '');
        if (isOurs || event.type === 'reopened') void queryClient.invalidateQueries({ queryKey: ['band', of.name] });
      },
      [of.name],
    ),
  );
  return { isExpected: read !== undefined && !isError, band: data };
}
