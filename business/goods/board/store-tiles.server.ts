import { secondsBetween } from '#kernel/language/days.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';
import { type Ordered, contribution } from '#kernel/language/rooms/contribution.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import type { BoardTile } from './store-board.calls.ts';

/** The counters at which the caller works; none: all stores. */
export interface OwnCounter {
  readonly stores: readonly string[];
}

/**
 * A tile of the store board, for people with one of its buttons. Rooms above add theirs. One that reads null is absent:
 * the company does not use it.
 */
export interface StoreTile extends Ordered {
  readonly name: string;
  readonly buttons: readonly string[];
  readonly read: (reading: Reading, counter: OwnCounter) => Promise<BoardTile | null>;
}

/** The tiles of every room. The board shows the first six in the order of `sort`, and the counts of the others. */
export const storeTiles = contribution<StoreTile>('goods.storeTiles');

export const SHOWN = 5;
export const NOTHING: Label = ['', ''];

/** Return a filter by the counters of the caller. */
export const atCounter = ({ stores }: OwnCounter): Readonly<Record<string, string>> =>
  stores.length ? { fromWarehouseId: stores.join(',') } : {};

/** Return the address of a list with these filters. */
export const listAt = (path: string, filters: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(filters).toString()}`;

/** Return how long something waits, in words. */
export const waited = (reading: Reading, since: string): Label => {
  const [zh, en] = spanWords(secondsBetween(since, reading.now()));
  return [`最久等了 ${zh}`, `the oldest waits ${en}`];
};

/** A tile of which the board shows the count alone, unless there is room. */
export const countTile = (
  face: Pick<BoardTile, 'name' | 'label' | 'paper' | 'all' | 'worry'>,
  count: number,
): BoardTile => ({ ...face, count, fact: NOTHING, foot: NOTHING, since: '', rows: [] });
