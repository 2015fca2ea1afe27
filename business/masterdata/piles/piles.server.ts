import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { VisibleQuery, VisibleRow } from '#kernel/server';
import type { Pile, PileRow } from './pile.calls.ts';

/** Work that waits on the workbench for those who hold one of the buttons that do something about it. */
export interface WaitingPile {
  readonly name: string;
  /** Its place on the workbench; lower comes first. */
  readonly sort: number;
  readonly buttons: readonly string[];
  readonly read: (reading: Reading) => Promise<Pile>;
}

/** The piles of every room. */
export const workbenchPiles = contribution<WaitingPile>('workbench.piles');

type Told = Omit<PileRow, 'late'>;

/** A day is over when the next one begins, a moment at once. */
const judged = (row: Told, now: string): PileRow => ({
  ...row,
  late: row.when !== '' && row.when < now.slice(0, row.when.length),
});

const OLDEST = 't.create_time asc, t.id asc';
const SHOWN = 3;

/** How a row reads by three of its fields. */
export const readsAs =
  (who: string, words: string, when: string) =>
  (one: VisibleRow): Told => ({
    id: one.id,
    who: String(one[who] ?? ''),
    words: String(one[words] ?? ''),
    when: String(one[when] ?? ''),
  });

/** Rows of a paper that fit a condition of their own. */
export const pileOf = ({
  paper,
  wanted,
  row,
  ...pile
}: Omit<WaitingPile, 'read'> & {
  readonly paper: AnyPaper;
  readonly wanted: (reading: Reading) => Omit<VisibleQuery, 'limit'>;
  readonly row: (one: VisibleRow, reading: Reading) => Told | Promise<Told>;
}): WaitingPile => ({
  ...pile,
  async read(reading) {
    const which = wanted(reading);
    const rows = await reading.visible(paper, { order: OLDEST, ...which, limit: SHOWN, first: true });
    return {
      name: pile.name,
      count: await reading.countVisible(paper, which),
      rows: await Promise.all(rows.map(async (one) => judged(await row(one, reading), reading.now()))),
    };
  },
});

/** Rows of a paper as its own list shows them: names beside the ids, personal data masked. */
export const listedPile = ({
  name,
  sort,
  paper,
  by,
  query,
  ...fields
}: {
  readonly name: string;
  readonly sort: number;
  readonly paper: AnyPaper;
  /** The action that works it off. */ readonly by: string;
  readonly query: Readonly<Record<string, string>>;
  readonly who: string;
  readonly words: string;
  readonly when: string;
}): WaitingPile => ({
  name,
  sort,
  buttons: [buttonOf(paper, by)],
  async read(reading) {
    const { records, total } = (await reading.page(paper, { ...query, size: String(SHOWN) })) as {
      records: (VisibleRow & { _names?: Record<string, string> })[];
      total: number;
    };
    const shown = (one: (typeof records)[number], field: string): string =>
      String(one._names?.[field] ?? one[field] ?? '');
    return {
      name,
      count: total,
      rows: records.map((one) =>
        judged(
          { id: one.id, who: shown(one, fields.who), words: shown(one, fields.words), when: shown(one, fields.when) },
          reading.now(),
        ),
      ),
    };
  },
});
