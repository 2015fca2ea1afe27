import { useQuery } from '@tanstack/react-query';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { get, postJson } from '../../http/http.ts';
import { session } from '../../session/session.ts';
import { queryClient } from '../../query/client.ts';
import {
  type StoredListSettings,
  type OwnView,
  type ListSettings,
  copied,
  localKey,
} from '../../query/list-settings.ts';

const KEPT_MS = 1_800_000;

/** Wishes that the server does not have yet, by person and paper: its answer to an earlier question does not undo them. */
const unsaved = new Map<string, ListSettings>();
const wishKey = (of: AnyPaper): string => `${session()?.userId ?? ''} ${of.name}`;
const withUnsaved = (of: AnyPaper, kept: StoredListSettings): StoredListSettings => {
  const wishes = unsaved.get(wishKey(of));
  return wishes ? { ...kept, settings: { ...kept.settings, ...wishes } } : kept;
};

/** What this browser remembers stands there at once; what the server knows, perhaps from another browser, is asked for once (`told`). */
export function useViews(of: AnyPaper): {
  readonly kept: StoredListSettings;
  readonly told: boolean;
  readonly waits: boolean;
} {
  const { data, dataUpdatedAt, isError } = useQuery({
    queryKey: ['views', of.name],
    staleTime: KEPT_MS,
    queryFn: async () => {
      const answer = await get<StoredListSettings>('blade-core/views', { paper: of.name }, { quiet: true });
      const kept = withUnsaved(of, answer);
      localStorage.setItem(localKey(of), JSON.stringify(kept));
      return kept;
    },
    initialData: () => copied(of),
    initialDataUpdatedAt: 0,
    retry: false,
  });
  return { kept: data, told: dataUpdatedAt > 0, waits: dataUpdatedAt === 0 && !isError };
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>();
const SAVE_AFTER_MS = 800;

function saveSoon(of: AnyPaper): void {
  clearTimeout(waiting.get(of.name));
  waiting.set(
    of.name,
    setTimeout(() => void saveSettings(of).catch(() => undefined), SAVE_AFTER_MS),
  );
}

/** Sends all settings; while those of another browser are still on their way, it waits for them. */
async function saveSettings(of: AnyPaper): Promise<void> {
  const queryKey = ['views', of.name];
  if (queryClient.isFetching({ queryKey, exact: true })) return saveSoon(of);
  const key = wishKey(of);
  const sent = unsaved.get(key);
  const settings = queryClient.getQueryData<StoredListSettings>(queryKey)?.settings;
  // Who wished it has logged out.
  if (!sent || !settings) return;
  await postJson('blade-core/views', { paper: of.name, settings }, { quiet: true });
  if (unsaved.get(key) === sent) unsaved.delete(key);
}

/** Shows the wish at once and keeps it a moment later: a column being dragged is not a hundred calls. */
export function storeSettings(of: AnyPaper, part: ListSettings): void {
  const key = wishKey(of);
  unsaved.set(key, { ...unsaved.get(key), ...part });
  const next = withUnsaved(of, queryClient.getQueryData<StoredListSettings>(['views', of.name]) ?? {});
  queryClient.setQueryData(['views', of.name], next);
  localStorage.setItem(localKey(of), JSON.stringify(next));
  saveSoon(of);
}

/** The way of showing that no address names. */
export const AS_TABLE = 'table';

/** What the address says when a view is chosen: its order, grouping and way of showing come with it where it was kept with them. */
export const chosenView = ({ key, sort, own }: ViewTab): Readonly<Record<string, string | undefined>> => ({
  view: key || undefined,
  ...(sort && { sort }),
  ...(own?.as && {
    as: own.as === AS_TABLE ? undefined : own.as,
    group: own.group,
    open: undefined,
    month: undefined,
  }),
});

/** Keeps a view, and answers how it stands in the address. */
export async function storeView(of: AnyPaper, view: OwnView): Promise<string> {
  await postJson('blade-core/views', { paper: of.name, view });
  await queryClient.invalidateQueries({ queryKey: ['views', of.name] });
  const kept = queryClient.getQueryData<StoredListSettings>(['views', of.name]);
  const stored = (view.shared ? kept?.shared : kept?.views)?.find((one) => one.name === view.name);
  return keyOfView(stored ?? view);
}

/** Calls a view anew. */
export async function renameView(of: AnyPaper, view: OwnView, name: string): Promise<void> {
  await postJson('blade-core/views', { paper: of.name, view: { ...view, name }, was: view.name }, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: ['views', of.name] });
}

export async function removeView(of: AnyPaper, { name, shared, role }: OwnView): Promise<void> {
  await postJson('blade-core/views', { paper: of.name, view: { name, shared, role }, remove: true });
  await queryClient.invalidateQueries({ queryKey: ['views', of.name] });
}

/** How addresses named a view before its id stood there; bookmarks of then still lead to it. */
const nameKeyOf = ({ name, shared }: Pick<OwnView, 'name' | 'shared'>): string => `${shared ? 'our' : 'my'}-${name}`;

/** How a view stands in the address: by its id, so that a link to it outlives its name. */
export const keyOfView = (view: Pick<OwnView, 'id' | 'name' | 'shared'>): string =>
  view.id ? `v${view.id}` : nameKeyOf(view);

/** The tab of an address, also of one from before views had ids. */
export const tabNamed = (tabs: readonly ViewTab[], key: string): ViewTab | undefined =>
  tabs.find((tab) => tab.key === key || (tab.own && nameKeyOf(tab.own) === key));

/** Is there a view behind this tab that others find by its key? */
const isOpenToOthers = (tab: ViewTab | undefined): boolean =>
  tab !== undefined && tab.key !== '' && (tab.ready || tab.own?.shared !== undefined);

/** A link by which anybody sees the same rows: to a view that others may see, else with all its conditions written out. */
export function linkOf(
  tab: ViewTab | undefined,
  place: {
    readonly keyword: string;
    readonly filters: Readonly<Record<string, string>>;
    readonly sort?: string;
    readonly as?: string;
    readonly group?: string;
  },
): string {
  const shared = isOpenToOthers(tab);
  const { keyword, sort = shared ? undefined : tab?.sort } = place;
  const said: Record<string, string> = {
    ...(shared && tab ? { view: tab.key } : tab?.filters),
    ...place.filters,
    ...(keyword && { keyword }),
    ...(sort && { sort }),
    ...(place.as && { as: place.as }),
    ...(place.group && { group: place.group }),
  };
  const query = new URLSearchParams(said).toString();
  return `${location.origin}${location.pathname}${query && `?${query}`}`;
}

/** A tab above the table: all rows, a ready-made view, or one of the person's own. */
export interface ViewTab {
  readonly key: string;
  readonly label: Label;
  readonly filters: Readonly<Record<string, string>>;
  readonly sort?: string;
  readonly worry?: boolean;
  readonly ready: boolean;
  /** A view of the person's own. */ readonly own?: OwnView;
}

export function viewTabs(of: AnyPaper, kept: StoredListSettings): ViewTab[] {
  const ready = Object.entries(of.views ?? {}).map(([key, view]): ViewTab => ({
    key,
    label: view.label,
    filters: view.filter,
    worry: view.worry,
    ready: true,
  }));
  const mine = [...(kept.shared ?? []), ...(kept.views ?? [])].map((view): ViewTab => ({
    key: keyOfView(view),
    label: [view.name, view.name],
    filters: view.filters,
    sort: view.sort,
    ready: false,
    own: view,
  }));
  return [{ key: '', label: ['全部', 'All'], filters: {}, ready: false }, ...ready, ...mine];
}

/** The view that a person begins with: the one he chose, else that of his role, else the company's; '' = all rows. */
export function firstView({ settings, shared = [] }: StoredListSettings, tabs: readonly ViewTab[]): string {
  const chosen = settings?.firstView;
  if (chosen !== undefined) return tabNamed(tabs, chosen)?.key ?? '';
  const begins = shared.filter((view) => view.first);
  const found = begins.find((view) => view.ownRole) ?? begins.find((view) => view.shared === 'company');
  return found ? keyOfView(found) : '';
}

/** How many rows each ready-made view has, in one call. */
export const useCounts = (of: AnyPaper): Readonly<Record<string, number>> | undefined =>
  useQuery({
    queryKey: ['counts', of.name],
    enabled: Object.keys(of.views ?? {}).length > 0,
    queryFn: () => get<Record<string, number>>('blade-core/counts', { paper: of.name }, { quiet: true }),
  }).data;
