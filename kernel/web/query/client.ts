import { QueryCache, QueryClient, onlineManager } from '@tanstack/react-query';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { noteError } from '../http/errors/error-log.ts';
import { Refused } from '../http/refused.ts';
import { allPapers } from '../registry/papers.ts';

const FRESH_MS = 30_000;
const KEPT_MS = 1_800_000;

// A page that opens without a network waits for one instead of failing at everything.
onlineManager.setOnline(navigator.onLine);

const queryCache = new QueryCache({ onError: (error) => noteError(error) });

/** What the server told, kept for as long as it is probably still true. A refusal is an answer: it is not asked again. */
export const queryClient = new QueryClient({
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
/** The answer of a write and the word of the stream about it come about the same time. */
const SAME_MS = 400;
const heard = new Map<string, number>();

/** The stream tells that the person himself changed rows of a paper, here or beside it; what the answer of his write has refreshed already is left alone. */
export function refreshSoon(paper: string): void {
  if (!heard.size)
    setTimeout(() => {
      const all = [...heard];
      heard.clear();
      for (const [name, at] of all) if ((refreshedAt.get(name) ?? -Infinity) < at - SAME_MS) refresh(name);
    }, GATHER_MS);
  heard.set(paper, performance.now());
}
