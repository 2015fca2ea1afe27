import { useQuery } from '@tanstack/react-query';
import { get, postJson } from '../../http/http.ts';
import { queryClient } from '../../query/client.ts';

/** How a person arranged his tiles: those he named come first, in his order; those he put away are not shown. */
export interface TileLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** Pages of tiles. */
export type TilePlace = 'home' | 'work';

/** What is kept of a place: by role, for who works in one of several; `''` where the place does not ask for one. */
type Kept = Partial<TileLayout> & { readonly byRole?: Readonly<Record<string, TileLayout>> };

const keyOf = (place: TilePlace): string[] => ['views', `@${place}`];
const untouched: TileLayout = { order: [], hidden: [] };

async function ask(place: TilePlace): Promise<Kept> {
  return (
    (await get<{ settings: Kept | null }>('blade-core/views', { paper: `@${place}` }, { quiet: true })).settings ?? {}
  );
}

const layoutIn = (kept: Kept, role: string): TileLayout =>
  role ? (kept.byRole?.[role] ?? untouched) : { order: kept.order ?? [], hidden: kept.hidden ?? [] };

/** Kept on the server, so that it is the same in every browser of this person. Null until it is known: what stands somewhere stays there. */
export function useLayout(place: TilePlace, role = ''): TileLayout | null {
  const { data, isError } = useQuery({
    queryKey: keyOf(place),
    staleTime: Infinity,
    retry: false,
    queryFn: () => ask(place),
  });
  return data ? layoutIn(data, role) : isError ? untouched : null;
}

/** Keeps an arrangement; of a place with roles, that of the others stays. */
export function storeLayout(place: TilePlace, layout: TileLayout, role = ''): void {
  const now = queryClient.getQueryData<Kept>(keyOf(place)) ?? {};
  const kept: Kept = role ? { ...now, byRole: { ...now.byRole, [role]: layout } } : layout;
  queryClient.setQueryData(keyOf(place), kept);
  void postJson('blade-core/views', { paper: `@${place}`, settings: kept });
}

/** Puts one more tile at the end of a place, or takes it away. */
export async function toggleTile(place: TilePlace, key: string, isThere: boolean, role = ''): Promise<void> {
  const kept = await queryClient.fetchQuery({ queryKey: keyOf(place), queryFn: () => ask(place) });
  const { order, hidden } = layoutIn(kept, role);
  const rest = order.filter((one) => one !== key);
  storeLayout(place, { order: isThere ? [...rest, key] : rest, hidden: hidden.filter((one) => one !== key) }, role);
}

/** The tiles in the person's order; what is new to him stands at the end. */
export function arranged(keys: readonly string[], { order, hidden }: TileLayout): string[] {
  const known = order.filter((key) => keys.includes(key));
  return [...known, ...keys.filter((key) => !known.includes(key))].filter((key) => !hidden.includes(key));
}

/** One tile put before another, or at the end. */
export function movedBefore(keys: readonly string[], key: string, before: string | undefined): string[] {
  const rest = keys.filter((one) => one !== key);
  const at = before === undefined ? rest.length : rest.indexOf(before);
  return at < 0 ? [...keys] : [...rest.slice(0, at), key, ...rest.slice(at)];
}
