import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { bySort } from '#kernel/language/rooms/contribution.ts';
import type { Reading } from '#kernel/server';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { ownStores } from '../scan/scan.server.ts';
import { dayStrip } from './day-strip.server.ts';
import type { BoardTile, storeBoard } from './store-board.calls.ts';
import { type OwnCounter, storeTiles } from './store-tiles.server.ts';

const TILES = 6;

async function tilesOf(reading: Reading, counter: OwnCounter): Promise<BoardTile[]> {
  const all: BoardTile[] = [];
  for (const tile of bySort(reading.contributions(storeTiles))) {
    if (!tile.buttons.some((button) => reading.may(button))) continue;
    const read = await tile.read(reading, counter);
    if (read) all.push(read);
  }
  return all;
}

/** Return the board of the caller's counters: the day, six tiles, and the counts of the others. */
export async function storeBoardOf(_sent: object, reading: Reading): Promise<CallAnswer<typeof storeBoard>> {
  const stores = await ownStores(reading);
  const tiles = await tilesOf(reading, { stores });
  const named = stores.length ? await reading.find(warehouse, { id: [...stores] }, { limit: 100 }) : [];
  return {
    now: reading.now(),
    stores: named.map((one) => one.warehouseName),
    day: await dayStrip(reading, { stores }),
    tiles: tiles.slice(0, TILES),
    more: tiles.slice(TILES),
  };
}
