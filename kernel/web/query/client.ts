import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryCache,
  QueryClient,
  onlineManager,
} from '@tanstack/react-query';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { noteError } from '../http/errors/error-log.ts';
import { ownWriteAnswered } from '../http/own-writes.ts';
import { Refused } from '../http/refused.ts';
import { allPapers } from '../registry/papers.ts';

const FRESH_MS = 30_000;
const KEPT_MS = 1_800_000;

// Without a network, requests wait for it instead of failing.
onlineManager.setOnline(navigator.onLine);

const queryCache = new QueryCache({ onError: (error) => noteError(error) });

/**
 * Sends a first request again if it is invalidated while its answer is awaited. The library would treat that answer as
 * fresh, although it may be outdated.
 */
class Client extends QueryClient {
  readonly #again = new WeakSet<Query>();

  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (query.state.data === undefined && !this.#again.has(query)) void this.#askAgain(query);
    return super.invalidateQueries(filters, options);
  }

  async #askAgain(query: Query): Promise<void> {
    this.#again.add(query);
    const hasCome = await query.fetch().then(
      () => true,
      () => false,
    );
    this.#again.delete(query);
    if (hasCome) await super.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/**
 * The cache of answers. Only requests that did not reach the server are repeated, because a refusal is a valid answer.
 */
export const queryClient = new Client({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: KEPT_MS,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && error instanceof Refused && error.code === 0,
    },
    mutations: { retry: false },
  },
});

const kinds = ['list', 'row', 'counts', 'history', 'options'] as const;

/** Time of the last refresh of a paper, as `performance.now()`. */
const refreshedAt = new Map<string, number>();

/** Return the papers whose rows show rows of this one: by a reference, as lines, as files. */
function showing(paper: string): AnyPaper[] {
  const linesOf = (of: AnyPaper): string[] =>
    [...(Object.values(of.lines ?? {}) as { paper: string }[]), ...(of.annexes ? [of.annexes] : [])].map(
      (line) => line.paper,
    );
  return allPapers().filter(
    (of) =>
      of.name !== paper && (fieldsOf(of).some(([, field]) => field.paper === paper) || linesOf(of).includes(paper)),
  );
}

/**
 * Mark all answers that show rows of a paper as outdated. Visible answers are read again at once, the others when they
 * are shown.
 */
export function refresh(paper: string): void {
  refreshedAt.set(paper, performance.now());
  for (const kind of kinds) void queryClient.invalidateQueries({ queryKey: [kind, paper] });
  for (const { name } of showing(paper))
    for (const kind of ['list', 'row'] as const) void queryClient.invalidateQueries({ queryKey: [kind, name] });
}

const GATHER_MS = 300;
/** By paper: the requests that changed its rows within the last `GATHER_MS`. */
const heard = new Map<string, Set<unknown>>();

/** Return whether this page sent the request, and has refreshed the paper since it was answered. */
function isReadAgain(paper: string, request: unknown): boolean {
  const answered = ownWriteAnswered(request);
  return answered !== undefined && (refreshedAt.get(paper) ?? -Infinity) >= answered;
}

/**
 * Refresh a paper a moment after an event about its rows, unless the writes of this page have already caused a refresh.
 */
export function refreshSoon(paper: string, request: unknown): void {
  if (!heard.size)
    setTimeout(() => {
      const all = [...heard];
      heard.clear();
      for (const [name, requests] of all) if (![...requests].every((one) => isReadAgain(name, one))) refresh(name);
    }, GATHER_MS);
  heard.set(paper, (heard.get(paper) ?? new Set()).add(request));
}
