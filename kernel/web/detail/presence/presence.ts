import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useSyncExternalStore } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { personHeaders } from '../../http/headers.ts';
import { get, postJson } from '../../http/http.ts';
import { queryClient } from '../../query/client.ts';
import { session } from '../../session/session.ts';
import { type LiveEvent, useLive } from '../../realtime/live.ts';

/** Somebody else who has a row open. */
export interface Present {
  readonly id: string;
  readonly by: string;
  readonly byName: string;
  readonly portrait?: string;
  readonly editing: boolean;
  readonly seconds: number;
}

const CALL = 'blade-core/presence';
/** Interval in ms in which an open page reports itself: half the time after which the server forgets a page. */
const BEAT_MS = 12_000;
const SECOND_MS = 1000;
const nobody: readonly Present[] = [];

/** Id of this page among the pages of the same person. */
const ownPage = crypto.randomUUID();

/** Report that the page closes; the request survives the page. */
const leave = (page: string): void =>
  void fetch(`/api/${CALL}/leave`, {
    method: 'POST',
    keepalive: true,
    headers: { ...personHeaders(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ page }),
  }).catch(() => undefined);

/** Report that the person has a row open while the component is mounted and the page visible. */
export function useBePresent(of: AnyPaper, id: string | undefined, editing: boolean): void {
  const place = useId();
  useEffect(() => {
    if (!id || of.key) return undefined;
    const page = `${ownPage}${place}`.slice(0, 64);
    const beat = (): void => {
      if (document.visibilityState === 'visible' && session())
        void postJson(CALL, { paper: of.name, id, page, editing }, { quiet: true }).catch(() => undefined);
    };
    const seen = (): void => (document.visibilityState === 'visible' ? beat() : leave(page));
    const gone = (): void => leave(page);
    beat();
    const timer = setInterval(beat, BEAT_MS);
    document.addEventListener('visibilitychange', seen);
    addEventListener('pagehide', gone);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('pagehide', gone);
      leave(page);
    };
  }, [of.name, id, editing, place]);
}

/**
 * Return the other people who have one of these rows open. They are read again when the stream reports a change, and
 * when the first report expires.
 */
export const useOthers = (of: AnyPaper, wanted: readonly string[]): readonly Present[] =>
  usePresence(of, wanted).others;

/** Return the other people who have one of these rows open, and whether they were read, or cannot be. */
export function usePresence(
  of: AnyPaper,
  wanted: readonly string[],
): { readonly others: readonly Present[]; readonly isRead: boolean } {
  // Presence needs ids, so papers whose rows have codes are left out.
  const ids = of.key ? [] : wanted;
  const {
    data = nobody,
    isFetched,
    isPaused,
  } = useQuery<readonly Present[]>({
    queryKey: ['presence', of.name, ids.join(',')],
    enabled: ids.length > 0,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      get<readonly Present[]>(CALL, { paper: of.name, ids: ids.join(',') }, { signal, quiet: true }),
    refetchInterval: ({ state: { data: there = nobody } }) =>
      there.length ? (Math.min(...there.map((one) => one.seconds)) + 1) * SECOND_MS : false,
  });
  useLive(
    useCallback(
      (event: LiveEvent) => {
        const isOurs = event.type === 'presence' && event.paper === of.name && ids.includes(event.id ?? '');
        if (isOurs || event.type === 'reopened')
          void queryClient.invalidateQueries({ queryKey: ['presence', of.name] });
      },
      [of.name, ids.join(',')],
    ),
  );
  return { others: data, isRead: isFetched || isPaused };
}

/**
 * Other people by row, for the rows of lists. Only the portraits in a row subscribe, so the table does not render
 * again.
 */
const inLists = new Map<string, readonly Present[]>();
const listeners = new Set<() => void>();
const keyOf = (of: AnyPaper, id: string): string => `${of.name} ${id}`;

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Read who has rows of a list open, and pass it to the portraits in these rows. */
export function useOthersInList(of: AnyPaper, ids: readonly string[]): void {
  const others = useOthers(of, ids);
  useEffect(() => {
    for (const { id } of others)
      inLists.set(
        keyOf(of, id),
        others.filter((one) => one.id === id),
      );
    for (const listen of listeners) listen();
    return () => {
      for (const id of ids) inLists.delete(keyOf(of, id));
      for (const listen of listeners) listen();
    };
  }, [of.name, others, ids.join(',')]);
}

export const useOthersAt = (of: AnyPaper, id: string): readonly Present[] =>
  useSyncExternalStore(subscribe, () => inLists.get(keyOf(of, id)) ?? nobody);
