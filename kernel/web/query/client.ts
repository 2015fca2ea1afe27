import { QueryCache, QueryClient, onlineManager } from '@tanstack/react-query';
import { noteError } from '../errors/error-log.ts';
import { Refused } from '../http/refused.ts';

const FRESH_MS = 30_000;
const KEPT_MS = 1_800_000;

// A page that opens without a network waits for one instead of failing at everything.
onlineManager.setOnline(navigator.onLine);

const queryCache = new QueryCache({ onError: (error) => noteError(error) });

/** What the server told, kept for as long as it is probably still true. A refusal is an answer: it is not asked again. */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, refetchOnWindowFocus: false, retry: (failures, error) => failures < 2 && error instanceof Refused && error.code === 0 },
    mutations: { retry: false },
  },
});

/** Everything that shows rows of this paper is read again. */
export function refresh(paper: string): void {
  void queryClient.invalidateQueries({ queryKey: ['list', paper] });
  void queryClient.invalidateQueries({ queryKey: ['row', paper] });
  void queryClient.invalidateQueries({ queryKey: ['counts', paper] });
  void queryClient.invalidateQueries({ queryKey: ['history', paper] });
  void queryClient.invalidateQueries({ queryKey: ['options', paper] });
}
