import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import type { Reading, VisibleRow, VisibleScope } from '#kernel/server';
import { type PlacedRow, type Places, type RowFacts, benchRow } from './bench.server.ts';
import type { Pile, PileRow } from './pile.calls.ts';

/** A pile of waiting work, shown on the workbench to people who hold one of `buttons`. */
export interface WaitingPile {
  readonly name: string;
  /** Its order on the workbench; lower comes first. */
  readonly sort: number;
  readonly buttons: readonly string[];
  /** Read the pile. Null hides it. */
  readonly read: (reading: Reading) => Promise<Pile | null>;
  /** Its rows in ordered lists of roles; absent: it is only a pile. */
  readonly placed?: PlacedRows;
}

/** The rows of a pile in the ordered lists of roles. */
export interface PlacedRows {
  readonly label: Label;
  readonly places: Places;
  /** Shown in ordered lists alone, never as a pile. */ readonly isAlone?: true;
  /** Read the pile with up to `most` of its rows. Null hides it. */
  readonly read: (reading: Reading, most: number) => Promise<PlacedPile | null>;
}

/** A pile as it was read, with its rows for an ordered list. */
export interface PlacedPile {
  readonly pile: Pile;
  readonly rows: readonly PlacedRow[];
}

/** The piles of every room. */
export const workbenchPiles = contribution<WaitingPile>('workbench.piles');

/** An address, or a function that returns it by the caller's rights. */
type Address = string | ((reading: Reading) => string);
const addressFor = (address: Address, reading: Reading): string =>
  typeof address === 'string' ? address : address(reading);

const SHOWN = 3;

/** Is the time over? A day is over when it ends. */
const isOver = (when: string, now: string): boolean => when !== '' && when < now.slice(0, when.length);

/** Label, place and action of a pile. */
interface PileFace {
  readonly name: string;
  readonly sort: number;
  readonly label: Label;
  readonly paper: AnyPaper;
  /** Name of the action that completes a row. */ readonly by: string;
  /** Buttons of which a person must hold one to see the pile; by default the button of `by`. */
  readonly buttons?: readonly string[];
  /** Address of the list of the whole pile. */ readonly all: Address;
  /** Address of one row, to which its id is appended; by default the row in its paper's list. */
  readonly row?: Address;
  /** Whether the time of a row is its arrival or its due time. */ readonly when: 'came' | 'due';
  readonly worry?: boolean;
  readonly over?: Label;
}

type Told = Omit<PileRow, 'late' | 'can'>;

const pileOf = (face: PileFace, reading: Reading): Omit<Pile, 'count' | 'rows'> => ({
  name: face.name,
  label: face.label,
  paper: face.paper.name,
  verb: face.by,
  all: addressFor(face.all, reading),
  row: addressFor(face.row ?? `${face.paper.menu?.path ?? ''}?id=`, reading),
  when: face.when,
  worry: face.worry ?? false,
  over: face.over ?? null,
});

const faced = (face: PileFace, read: (reading: Reading) => Promise<Pick<Pile, 'count' | 'rows'>>): WaitingPile => ({
  name: face.name,
  sort: face.sort,
  buttons: face.buttons ?? [buttonOf(face.paper, face.by)],
  read: async (reading) => ({ ...pileOf(face, reading), ...(await read(reading)) }),
});

/** A row of a list with captions and the actions that the person may do. */
export type ListedRow = VisibleRow & {
  readonly _names?: Readonly<Record<string, string>>;
  readonly _can?: readonly string[];
};

/** Return a value as the list shows it. */
export const shownIn = (one: ListedRow, field: string): string => String(one._names?.[field] ?? one[field] ?? '');

/** Rows of a listed pile in ordered lists. */
interface ListedPlace {
  readonly places: Places;
  readonly kind: Label;
  readonly isAlone?: true;
  /** Facts of the rows beside who, words and time; all rows at once, so that they need one statement. */
  readonly facts?: (rows: readonly ListedRow[], reading: Reading) => readonly RowFacts[] | Promise<readonly RowFacts[]>;
}

/**
 * Return a pile of the rows of a list query. Rows are shown as in the list: with captions, and personal data masked.
 */
export function listedPile({
  query,
  who,
  words,
  moment,
  placed,
  ...face
}: PileFace & {
  readonly query: Readonly<Record<string, string>> | ((reading: Reading) => Readonly<Record<string, string>>);
  readonly who: string;
  readonly words: string;
  readonly moment: string;
  readonly placed?: ListedPlace;
}): WaitingPile {
  const readPage = async (reading: Reading, size: number): Promise<{ records: ListedRow[]; pile: Pile }> => {
    const filters = typeof query === 'function' ? query(reading) : query;
    const { records, total } = (await reading.visible(face.paper).page({ ...filters, size: String(size) })) as {
      records: ListedRow[];
      total: number;
    };
    const rows = records.slice(0, SHOWN).map((one) => ({
      id: one.id,
      who: shownIn(one, who),
      words: shownIn(one, words),
      when: shownIn(one, moment),
      late: isOver(shownIn(one, moment), reading.now()),
      can: one._can?.includes(face.by) ?? false,
    }));
    return { records, pile: { ...pileOf(face, reading), count: total, rows } };
  };
  const usual = faced(face, async (reading) => (await readPage(reading, SHOWN)).pile);
  if (!placed) return usual;
  return {
    ...usual,
    placed: {
      label: face.label,
      places: placed.places,
      isAlone: placed.isAlone,
      read: async (reading, most) => {
        const { records: read, pile } = await readPage(reading, Math.max(1, most));
        const records = read.slice(0, most);
        const facts = new Map((await placed.facts?.(records, reading))?.map((one) => [one.id, one]));
        const rows = records.map((one) =>
          benchRow(
            { name: face.name, paper: face.paper, kind: placed.kind },
            {
              id: one.id,
              who: shownIn(one, who),
              fact: shownIn(one, words),
              when: face.when,
              due: shownIn(one, moment),
              late: face.when === 'due' && isOver(shownIn(one, moment), reading.now()),
              to: `${pile.row}${one.id}`,
              ...facts.get(one.id),
            },
          ),
        );
        return { pile, rows };
      },
    },
  };
}

/** Return a pile for ordered lists alone, with rows that the room reads itself. */
export const ownPile = (
  face: PileFace & { readonly kind: Label; readonly places: Places },
  read: (reading: Reading, most: number) => Promise<{ readonly count: number; readonly rows: readonly RowFacts[] }>,
): WaitingPile => ({
  ...faced(face, () => Promise.resolve({ count: 0, rows: [] })),
  placed: {
    label: face.label,
    places: face.places,
    isAlone: true,
    read: async (reading, most) => {
      const { count, rows } = await read(reading, most);
      return {
        pile: { ...pileOf(face, reading), count, rows: [] },
        rows: rows.map((one) =>
          benchRow(face, {
            when: face.when,
            late: face.when === 'due' && isOver(one.due ?? '', reading.now()),
            ...one,
          }),
        ),
      };
    },
  },
});

/** Return a pile of rows by an SQL condition and order that no list query can express. */
export function conditionPile({
  wanted,
  told,
  placed,
  ...face
}: PileFace & {
  readonly wanted: (reading: Reading) => VisibleScope & { readonly order?: string };
  readonly told: (one: VisibleRow, reading: Reading) => Told | Promise<Told>;
  readonly placed?: Pick<ListedPlace, 'places' | 'kind'>;
}): WaitingPile {
  const readRows = async (reading: Reading, first: number): Promise<Pick<Pile, 'count' | 'rows'>> => {
    const { order, ...which } = wanted(reading);
    const visible = reading.visible(face.paper, which);
    const rows = await visible.rows({ order, first });
    return {
      count: await visible.count(),
      rows: await Promise.all(
        rows.map(async (one) => {
          const row = await told(one, reading);
          return { ...row, late: isOver(row.when, reading.now()), can: false };
        }),
      ),
    };
  };
  const usual = faced(face, (reading) => readRows(reading, SHOWN));
  if (!placed) return usual;
  const { kind, places } = placed;
  return {
    ...usual,
    placed: {
      label: face.label,
      places,
      read: async (reading, most) => {
        const { count, rows } = await readRows(reading, Math.max(most, SHOWN));
        const pile = { ...pileOf(face, reading), count, rows: rows.slice(0, SHOWN) };
        return {
          pile,
          rows: rows.slice(0, most).map(({ id, who, words, when, late }) =>
            benchRow(
              { name: face.name, paper: face.paper, kind },
              {
                id,
                who,
                fact: words,
                when: face.when,
                due: when,
                late,
                to: `${pile.row}${id}`,
                tone: late ? 'amber' : 'open',
              },
            ),
          ),
        };
      },
    },
  };
}
