import { useQuery } from '@tanstack/react-query';
import { get, postJson } from '../../http/http.ts';
import { queryClient } from '../../query/client.ts';

/** A person's arrangement of tiles: those in `order` come first, those in `hidden` are not shown. */
export interface TileLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** The two pages with tiles that people arrange. */
export type TilePlace = 'home' | 'work';

/** Stored arrangements of a page: one per role in `byRole`, or a single one in `order` and `hidden`. */
type Kept = Partial<TileLayout> & { readonly byRole?: Readonly<Record<string, TileLayout>> };

const keyOf = (place: TilePlace): string[] => ['views', `@${place}`];
const untouched: TileLayout = { order: [], hidden: [] };

async function ask(place: TilePlace): Promise<Kept> {
  return (
    (await get<{ settings: Kept | null }>('blade-core/views', { paper: `@${place}` }, { quiet: true })).settings ?? {}
  );
}

const layoutIn = (stored: Kept, role: string): TileLayout =>
  role ? (stored.byRole?.[role] ?? untouched) : { order: stored.order ?? [], hidden: stored.hidden ?? [] };

/**
 * Return the person's arrangement, which the server stores for all browsers. Null until it has arrived, so that tiles
 * do not jump.
 */
export function useLayout(place: TilePlace, role = ''): TileLayout | null {
  const { data, isError } = useQuery({
    queryKey: keyOf(place),
    staleTime: Infinity,
    retry: false,
    queryFn: () => ask(place),
  });
  return data ? layoutIn(data, role) : isError ? untouched : null;
}

/** Store an arrangement. With a role, the arrangements of other roles remain. */
export function storeLayout(place: TilePlace, layout: TileLayout, role = ''): void {
  const now = queryClient.getQueryData<Kept>(keyOf(place)) ?? {};
  const stored: Kept = role ? { ...now, byRole: { ...now.byRole, [role]: layout } } : layout;
  queryClient.setQueryData(keyOf(place), stored);
  void postJson('blade-core/views', { paper: `@${place}`, settings: stored });
}

/** Append a tile to a page, or remove it from the page. */
export async function toggleTile(place: TilePlace, key: string, isThere: boolean, role = ''): Promise<void> {
  const stored = await queryClient.fetchQuery({ queryKey: keyOf(place), queryFn: () => ask(place) });
  const { order, hidden } = layoutIn(stored, role);
  const rest = order.filter((one) => one !== key);
  storeLayout(place, { order: isThere ? [...rest, key] : rest, hidden: hidden.filter((one) => one !== key) }, role);
}

/** Return the tiles in the person's order; new ones come last. */
export function arranged(keys: readonly string[], { order, hidden }: TileLayout): string[] {
  const known = order.filter((key) => keys.includes(key));
  return [...known, ...keys.filter((key) => !known.includes(key))].filter((key) => !hidden.includes(key));
}

/** Return the keys with one tile before another, or at the end. */
export function movedBefore(keys: readonly string[], key: string, before: string | undefined): string[] {
  const rest = keys.filter((one) => one !== key);
  const at = before === undefined ? rest.length : rest.indexOf(before);
  return at < 0 ? [...keys] : [...rest.slice(0, at), key, ...rest.slice(at)];
}
