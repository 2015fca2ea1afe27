import type { ColumnWish } from '../../query/list-settings.ts';
import { storedSettings } from '../views/views.ts';
import type { ListScreenState } from '../state/use-list-screen.ts';

type Screen = Pick<ListScreenState, 'of' | 'allColumns' | 'keep'>;

/**
 * Return the columns in the person's order, each with what the person set. A second key may be pressed before the first
 * one is drawn, so the newest settings count.
 */
function wishesOf({ of, allColumns }: Screen): ColumnWish[] {
  const settings = storedSettings(of).columns ?? [];
  const place = new Map(settings.map(({ key }, at) => [key, at]));
  return allColumns
    .map(({ column: { key }, hidden }, at) => {
      const set = settings[place.get(key) ?? -1];
      return { at: place.get(key) ?? at + 0.5, wish: { ...set, key, hidden: set?.hidden ?? hidden } };
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ wish }) => wish);
}

/** Change what the person set for one column. The server stores it, and the table shows it at once. */
export function changeColumn(screen: Screen, key: string, part: Partial<Omit<ColumnWish, 'key'>>): void {
  screen.keep({ columns: wishesOf(screen).map((wish) => (wish.key === key ? { ...wish, ...part } : wish)) });
}

/** Move a column to the place of another one, or by a number of places. */
export function moveColumn(screen: Screen, key: string, to: string | number): void {
  const wishes = wishesOf(screen);
  const from = wishes.findIndex((wish) => wish.key === key);
  const at = typeof to === 'number' ? from + to : wishes.findIndex((wish) => wish.key === to);
  if (from < 0 || at < 0 || at >= wishes.length || at === from) return;
  const [moved] = wishes.splice(from, 1);
  wishes.splice(at, 0, moved);
  screen.keep({ columns: wishes });
}
