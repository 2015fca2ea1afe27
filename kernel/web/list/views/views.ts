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

/** Settings that are not saved yet, by person and paper. They win over an answer that was requested before. */
const unsaved = new Map<string, ListSettings>();
const wishKey = (of: AnyPaper): string => `${session()?.userId ?? ''} ${of.name}`;
const withUnsaved = (of: AnyPaper, stored: StoredListSettings): StoredListSettings => {
  const wishes = unsaved.get(wishKey(of));
  return wishes ? { ...stored, settings: { ...stored.settings, ...wishes } } : stored;
};

/**
 * The settings and views of a list: at once the copy in this browser, then those of the server, which other browsers
 * may have changed. `isLoaded`: the server has answered.
 */
export function useViews(of: AnyPaper): {
  readonly stored: StoredListSettings;
  readonly isLoaded: boolean;
  readonly waits: boolean;
} {
  const { data, dataUpdatedAt, isError } = useQuery({
    queryKey: ['views', of.name],
    staleTime: KEPT_MS,
    queryFn: async () => {
      const answer = await get<StoredListSettings>('blade-core/views', { paper: of.name }, { quiet: true });
      const settings = withUnsaved(of, answer);
      localStorage.setItem(localKey(of), JSON.stringify(settings));
      return settings;
    },
    initialData: () => copied(of),
    initialDataUpdatedAt: 0,
    retry: false,
  });
  return { stored: data, isLoaded: dataUpdatedAt > 0, waits: dataUpdatedAt === 0 && !isError };
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

/** Save all settings. If they are just being read, wait, so that changes from another browser are not overwritten. */
async function saveSettings(of: AnyPaper): Promise<void> {
  const queryKey = ['views', of.name];
  if (queryClient.isFetching({ queryKey, exact: true })) return saveSoon(of);
  const key = wishKey(of);
  const sent = unsaved.get(key);
  const settings = queryClient.getQueryData<StoredListSettings>(queryKey)?.settings;
  // Nothing is left to save, such as after a logout.
  if (!sent || !settings) return;
  await postJson('blade-core/views', { paper: of.name, settings }, { quiet: true });
  if (unsaved.get(key) === sent) unsaved.delete(key);
}

/** Apply settings at once, and save them a moment later, so that dragging the width of a column makes one request. */
export function storeSettings(of: AnyPaper, part: ListSettings): void {
  const key = wishKey(of);
  unsaved.set(key, { ...unsaved.get(key), ...part });
  const next = withUnsaved(of, queryClient.getQueryData<StoredListSettings>(['views', of.name]) ?? {});
  queryClient.setQueryData(['views', of.name], next);
  localStorage.setItem(localKey(of), JSON.stringify(next));
  saveSoon(of);
}

/** Return the newest settings of a list. */
export const storedSettings = (of: AnyPaper): ListSettings =>
  withUnsaved(of, queryClient.getQueryData<StoredListSettings>(['views', of.name]) ?? {}).settings ?? {};

/** Name of the table as a layout of a view. An address without a layout means the table. */
export const AS_TABLE = 'table';

/** Return the search parameters of a view, with its order, grouping and layout if it has them. */
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

/** Save a view; return its key in the address. */
export async function storeView(of: AnyPaper, view: OwnView): Promise<string> {
  await postJson('blade-core/views', { paper: of.name, view });
  await queryClient.invalidateQueries({ queryKey: ['views', of.name] });
  const answer = queryClient.getQueryData<StoredListSettings>(['views', of.name]);
  const stored = (view.shared ? answer?.shared : answer?.views)?.find((one) => one.name === view.name);
  return keyOfView(stored ?? view);
}

/** Rename a stored view. The caller shows a refusal, such as of a name that is already used. */
export async function renameView(of: AnyPaper, view: OwnView, name: string): Promise<void> {
  await postJson('blade-core/views', { paper: of.name, view: { ...view, name }, was: view.name }, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: ['views', of.name] });
}

export async function removeView(of: AnyPaper, { name, shared, role }: OwnView): Promise<void> {
  await postJson('blade-core/views', { paper: of.name, view: { name, shared, role }, remove: true });
  await queryClient.invalidateQueries({ queryKey: ['views', of.name] });
}

/** Return the key that addresses used before views had ids; old bookmarks still contain it. */
const nameKeyOf = ({ name, shared }: Pick<OwnView, 'name' | 'shared'>): string => `${shared ? 'our' : 'my'}-${name}`;

/** Return the key of a view in the address: its id, so that links survive a rename. */
export const keyOfView = (view: Pick<OwnView, 'id' | 'name' | 'shared'>): string =>
  view.id ? `v${view.id}` : nameKeyOf(view);

/** Return the view with a key. The key may also have the older form, from before views had ids. */
export const tabNamed = (tabs: readonly ViewTab[], key: string): ViewTab | undefined =>
  tabs.find((tab) => tab.key === key || (tab.own && nameKeyOf(tab.own) === key));

/** Return whether other people can open this view by its key: it is ready-made or shared. */
const isOpenToOthers = (tab: ViewTab | undefined): boolean =>
  tab !== undefined && tab.key !== '' && (tab.ready || tab.own?.shared !== undefined);

/** Return parameters by which everybody sees the same rows: the view if it is shared, else all of its conditions. */
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
  const conditions: Record<string, string> = {
    ...(shared && tab ? { view: tab.key } : tab?.filters),
    ...place.filters,
    ...(keyword && { keyword }),
    ...(sort && { sort }),
    ...(place.as && { as: place.as }),
    ...(place.group && { group: place.group }),
  };
  const query = new URLSearchParams(conditions).toString();
  return `${location.origin}${location.pathname}${query && `?${query}`}`;
}

/** A tab above the table: all rows, a ready-made view, or a saved one. */
export interface ViewTab {
  readonly key: string;
  readonly label: Label;
  readonly filters: Readonly<Record<string, string>>;
  readonly sort?: string;
  readonly worry?: boolean;
  readonly ready: boolean;
  /** The saved view behind the tab; absent for all rows and for ready-made views. */ readonly own?: OwnView;
}

export function viewTabs(of: AnyPaper, stored: StoredListSettings): ViewTab[] {
  const ready = Object.entries(of.views ?? {}).map(([key, view]): ViewTab => ({
    key,
    label: view.label,
    filters: view.filter,
    worry: view.worry,
    ready: true,
  }));
  const mine = [...(stored.shared ?? []), ...(stored.views ?? [])].map((view): ViewTab => ({
    key: keyOfView(view),
    label: [view.name, view.name],
    filters: view.filters,
    sort: view.sort,
    ready: false,
    own: view,
  }));
  return [{ key: '', label: ['全部', 'All'], filters: {}, ready: false }, ...ready, ...mine];
}

/**
 * Return the key of the default view of a person; '' for all rows. It is their own choice, else that of their role,
 * else that of the company.
 */
export function firstView({ settings, shared = [] }: StoredListSettings, tabs: readonly ViewTab[]): string {
  const chosen = settings?.firstView;
  if (chosen !== undefined) return tabNamed(tabs, chosen)?.key ?? '';
  const begins = shared.filter((view) => view.first);
  const found = begins.find((view) => view.ownRole) ?? begins.find((view) => view.shared === 'company');
  return found ? keyOfView(found) : '';
}

/** Read the number of rows of each ready-made view, by its key, in one call. */
export const useCounts = (of: AnyPaper): Readonly<Record<string, number>> | undefined =>
  useQuery({
    queryKey: ['counts', of.name],
    enabled: Object.keys(of.views ?? {}).length > 0,
    queryFn: () => get<Record<string, number>>('blade-core/counts', { paper: of.name }, { quiet: true }),
  }).data;
