import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import type { Reading, VisibleRow, VisibleScope } from '#kernel/server';
import type { Pile, PileRow } from './pile.calls.ts';

/** A pile of waiting work, shown on the workbench to people who hold one of `buttons`. */
export interface WaitingPile {
  readonly name: string;
  /** Its order on the workbench; lower comes first. */
  readonly sort: number;
  readonly buttons: readonly string[];
  /** Read the pile. Null hides it. */
  readonly read: (reading: Reading) => Promise<Pile | null>;
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

const faced = (face: PileFace, read: (reading: Reading) => Promise<Pick<Pile, 'count' | 'rows'>>): WaitingPile => ({
  name: face.name,
  sort: face.sort,
  buttons: face.buttons ?? [buttonOf(face.paper, face.by)],
  read: async (reading) => ({
    name: face.name,
    label: face.label,
    paper: face.paper.name,
    verb: face.by,
    all: addressFor(face.all, reading),
    row: addressFor(face.row ?? `${face.paper.menu?.path ?? ''}?id=`, reading),
    when: face.when,
    worry: face.worry ?? false,
    over: face.over ?? null,
    ...(await read(reading)),
  }),
});

/**
 * Return a pile of the rows of a list query. Rows are shown as in the list: with captions, and personal data masked.
 */
export const listedPile = ({
  query,
  who,
  words,
  moment,
  ...face
}: PileFace & {
  readonly query: Readonly<Record<string, string>>;
  readonly who: string;
  readonly words: string;
  readonly moment: string;
}): WaitingPile =>
  faced(face, async (reading) => {
    const { records, total } = (await reading.visible(face.paper).page({ ...query, size: String(SHOWN) })) as {
      records: (VisibleRow & { _names?: Record<string, string>; _can?: readonly string[] })[];
      total: number;
    };
    const shown = (one: (typeof records)[number], field: string): string =>
      String(one._names?.[field] ?? one[field] ?? '');
    return {
      count: total,
      rows: records.map((one) => ({
        id: one.id,
        who: shown(one, who),
        words: shown(one, words),
        when: shown(one, moment),
        late: isOver(shown(one, moment), reading.now()),
        can: one._can?.includes(face.by) ?? false,
      })),
    };
  });

/** Return a pile of rows by an SQL condition and order that no list query can express. */
export const conditionPile = ({
  wanted,
  told,
  ...face
}: PileFace & {
  readonly wanted: (reading: Reading) => VisibleScope & { readonly order?: string };
  readonly told: (one: VisibleRow, reading: Reading) => Told | Promise<Told>;
}): WaitingPile =>
  faced(face, async (reading) => {
    const { order, ...which } = wanted(reading);
    const visible = reading.visible(face.paper, which);
    const rows = await visible.rows({ order, first: SHOWN });
    return {
      count: await visible.count(),
      rows: await Promise.all(
        rows.map(async (one) => {
          const row = await told(one, reading);
          return { ...row, late: isOver(row.when, reading.now()), can: false };
        }),
      ),
    };
  });
