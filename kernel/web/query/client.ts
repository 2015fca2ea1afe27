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

// A page that opens without a network waits for one instead of failing at everything.
onlineManager.setOnline(navigator.onLine);

const queryCache = new QueryCache({ onError: (error) => noteError(error) });

/** A first answer that is under way may be older than what is told now; the library takes it for new. Here it is asked again once it has come. */
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

/** What the server told, kept for as long as it is probably still true. A refusal is an answer: it is not asked again. */
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

/** When rows of a paper were last asked for anew, by the clock of the page. */
const refreshedAt = new Map<string, number>();

/** Papers whose rows show rows of this one: by a reference, as lines, as files. */
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

/** Everything that shows rows of this paper is read again: what is in sight at once, the rest when it is looked at. */
export function refresh(paper: string): void {
  refreshedAt.set(paper, performance.now());
  for (const kind of kinds) void queryClient.invalidateQueries({ queryKey: [kind, paper] });
  for (const { name } of showing(paper))
    for (const kind of ['list', 'row'] as const) void queryClient.invalidateQueries({ queryKey: [kind, name] });
}

const GATHER_MS = 300;
/** What the stream told in the last moment, by paper: the requests that changed it. */
const heard = new Map<string, Set<unknown>>();

/** Did the page that sent a request read the paper again when it had its answer? */
function isReadAgain(paper: string, request: unknown): boolean {
  const answered = ownWriteAnswered(request);
  return answered !== undefined && (refreshedAt.get(paper) ?? -Infinity) >= answered;
}

/** The stream tells that rows of a paper changed, here or beside it; what the answer of a write has refreshed already is left alone. */
export function refreshSoon(paper: string, request: unknown): void {
  if (!heard.size)
    setTimeout(() => {
      const all = [...heard];
      heard.clear();
      for (const [name, requests] of all) if (![...requests].every((one) => isReadAgain(name, one))) refresh(name);
    }, GATHER_MS);
  heard.set(paper, (heard.get(paper) ?? new Set()).add(request));
}
