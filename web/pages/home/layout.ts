import { useQuery } from '@tanstack/react-query';
import { get, postJson } from '#kernel/web/http/http.ts';
import { queryClient } from '#kernel/web/query/client.ts';

/** How a person arranged his tiles: those he named come first, in his order; those he put away are not shown. */
export interface HomeLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

const PLACE = 'home';
const KEY = ['views', `@${PLACE}`];
const usual: HomeLayout = { order: [], hidden: [] };

/** Kept on the server, so that it is the same in every browser of this person. Null until it is known: what stands somewhere stays there. */
export function useLayout(): HomeLayout | null {
  const { data, isError } = useQuery({
    queryKey: KEY,
    staleTime: Infinity,
    retry: false,
    queryFn: async () =>
      (await get<{ settings: HomeLayout | null }>('blade-core/views', { paper: `@${PLACE}` }, { quiet: true }))
        .settings ?? usual,
  });
  return data ?? (isError ? usual : null);
}

export function storeLayout(layout: HomeLayout): void {
  queryClient.setQueryData(KEY, layout);
  void postJson('blade-core/views', { paper: `@${PLACE}`, settings: layout });
}

/** The tiles in the person's order; what is new to him stands at the end. */
export function arranged(keys: readonly string[], { order, hidden }: HomeLayout): string[] {
  const known = order.filter((key) => keys.includes(key));
  return [...known, ...keys.filter((key) => !known.includes(key))].filter((key) => !hidden.includes(key));
}

/** One tile put before another, or at the end. */
export function movedBefore(keys: readonly string[], key: string, before: string | undefined): string[] {
  const rest = keys.filter((one) => one !== key);
  const at = before === undefined ? rest.length : rest.indexOf(before);
  return at < 0 ? [...keys] : [...rest.slice(0, at), key, ...rest.slice(at)];
}
