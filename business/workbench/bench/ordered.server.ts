import type { Label } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import type { BenchRow, OrderedList } from '#business/masterdata/piles/bench.calls.ts';
import { type BenchName, benchOf } from '#business/masterdata/piles/bench-roles.rules.ts';
import { type Bench, BENCHES } from '#business/masterdata/piles/bench.rules.ts';
import type { Pile } from '#business/masterdata/piles/pile.calls.ts';
import {
  type PlacedPile,
  type PlacedRows,
  type WaitingPile,
  workbenchPiles,
} from '#business/masterdata/piles/piles.server.ts';
import type { WorkbenchAnswer } from '../work.calls.ts';
import { MAX_LISTED, byRank } from './order.rules.ts';

/** A pile that has a place in the list, as it was read; null: it could not be read. */
interface Placed {
  readonly of: WaitingPile;
  readonly section: string;
  readonly rank: number;
  readonly most: number;
  readonly label: Label;
  readonly read: PlacedPile | null | 'failed';
}

/** Place of a pile in the list of a role. */
type PlaceIn = NonNullable<PlacedRows['places'][BenchName]>;

/** Read the rows of a pile. A pile that fails must not take the others with it. */
async function readPlaced(of: WaitingPile, placed: PlacedRows, place: PlaceIn, reading: Reading): Promise<Placed> {
  const { label, read } = placed;
  const answer = await read(reading, place.most).catch(() => 'failed' as const);
  return { of, ...place, label, read: answer };
}

const pileIn = ({ read, section, rank, most }: Placed): Pile | null =>
  read && read !== 'failed' ? { ...read.pile, section, rank, most } : null;

/** Return the number of rows that wait in a pile beyond those in the list. A row may stand for several. */
const isCut = ({ read }: Placed, rows: readonly BenchRow[]): boolean =>
  read !== null &&
  read !== 'failed' &&
  read.pile.count > rows.filter((row) => row.pile === read.pile.name).length &&
  read.pile.all !== '';

/** Return the ordered list: sections in the order of the role, each with its rows by rank and time. */
function listOf(bench: BenchName, placed: readonly Placed[], piles: readonly Pile[]): OrderedList {
  const { order, sections }: Bench = BENCHES[bench];
  const all = sections.flatMap(({ name }) =>
    byRank(
      placed
        .flatMap(({ read, rank, section }) =>
          read && read !== 'failed' ? read.rows.map((row) => ({ ...row, section: row.section ?? section, rank })) : [],
        )
        .filter(({ section }) => section === name),
    ),
  );
  const rows = all.slice(0, MAX_LISTED);
  const placedNames = new Set(placed.map(({ of }) => of.name));
  const cut = new Set(placed.filter((one) => isCut(one, rows)).map(({ of }) => of.name));
  return {
    name: bench,
    order,
    count: all.length,
    sections: sections.map(({ name, label, order: within }) => ({
      name,
      label,
      order: within,
      count: all.filter((row) => row.section === name).length,
      failed: placed.filter((one) => one.section === name && one.read === 'failed').map((one) => one.label),
    })),
    rows: rows.map(({ rank: _rank, ...row }) => row),
    rest: piles
      .filter(({ name, count }) => count > 0 && (!placedNames.has(name) || cut.has(name)))
      .map(({ name }) => name),
  };
}

/** Return the piles of work for whose action the person has the button, and the ordered list of the person's role. */
export async function readPiles(reading: Reading): Promise<WorkbenchAnswer> {
  const bench = benchOf(reading.person.roles.map(({ alias }) => alias));
  const piles: Pile[] = [];
  const placed: Placed[] = [];
  for (const one of reading.contributions(workbenchPiles).toSorted((a, b) => a.sort - b.sort)) {
    if (!one.buttons.some((button) => reading.may(button))) continue;
    const place = bench && one.placed?.places[bench];
    if (one.placed && place) {
      const read = await readPlaced(one, one.placed, place, reading);
      placed.push(read);
      const pile = pileIn(read);
      if (pile) piles.push(pile);
    } else if (!one.placed?.isAlone) {
      const pile = await one.read(reading);
      if (pile) piles.push(pile);
    }
  }
  return { piles, ordered: bench && listOf(bench, placed, piles) };
}
