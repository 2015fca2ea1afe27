import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import type { Reading, VisibleRow, VisibleScope } from '#kernel/server';
import type { Pile, PileRow } from './pile.calls.ts';

/** Work that waits on the workbench for those who hold one of the buttons that do something about it. */
export interface WaitingPile {
  readonly name: string;
  /** Its place on the workbench; lower comes first. */
  readonly sort: number;
  readonly buttons: readonly string[];
  /** The pile as it stands; null: it is not shown at all now. */
  readonly read: (reading: Reading) => Promise<Pile | null>;
}

/** The piles of every room. */
export const workbenchPiles = contribution<WaitingPile>('workbench.piles');

/** An address; another one for who may do more. */
type Address = string | ((reading: Reading) => string);
const addressFor = (address: Address, reading: Reading): string =>
  typeof address === 'string' ? address : address(reading);

const SHOWN = 3;

/** A day is over when the next one begins, a moment at once. */
const isOver = (when: string, now: string): boolean => when !== '' && when < now.slice(0, when.length);

/** What a pile is called, where it stands and what works it off. */
interface PileFace {
  readonly name: string;
  readonly sort: number;
  readonly label: Label;
  readonly paper: AnyPaper;
  /** The action that works it off. */ readonly by: string;
  /** Whose work it is, where it is not whoever may do that. */ readonly buttons?: readonly string[];
  /** Where all of it stands. */ readonly all: Address;
  /** The address of one row, before its id; absent: its record in the list. */ readonly row?: Address;
  /** Is its moment one when it came, or one until when? */ readonly when: 'came' | 'due';
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

/** Rows of a paper as its own list shows them: names beside the ids, personal data masked. */
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

/** Rows of a paper that fit a condition, or stand in an order, of their own. They are worked off in their record. */
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
