import type { Label } from '#kernel/language/label.ts';
import { type AnyPaper, buttonOf, lifeOf } from '#kernel/language/paper.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Reading } from '#kernel/server';
import type { BenchFigure, BenchNext, BenchRow, BenchVerb } from './bench.calls.ts';
import type { BenchName } from './bench-roles.rules.ts';
import type { SectionOf } from './bench.rules.ts';

/** Place of a pile in an ordered list: its section, its rank inside it, and the most rows that it gives. */
type Place<N extends BenchName> = { readonly section: SectionOf<N>; readonly rank: number; readonly most: number };

/** The places of a pile, by ordered list. */
export type Places = { readonly [N in BenchName]?: Place<N> };

/** A figure that a role can move. */
export interface ContributedFigure {
  readonly name: string;
  readonly sort: number;
  readonly benches: readonly BenchName[];
  /** Buttons without which a person does not see it. */ readonly buttons: readonly string[];
  /** Read it; null: there is nothing to measure. */
  readonly read: (reading: Reading, target: number) => Promise<Omit<BenchFigure, 'name' | 'target'> | null>;
}

/** Coming events of a role. */
export interface ContributedNext {
  readonly name: string;
  readonly benches: readonly BenchName[];
  readonly buttons: readonly string[];
  readonly read: (reading: Reading) => Promise<readonly Omit<BenchNext, 'name'>[]>;
}

/** The figures of every room. */
export const benchFigures = contribution<ContributedFigure>('bench.figures');

/** The coming events of every room. */
export const benchNexts = contribution<ContributedNext>('bench.next');

/** Return the key of the parameter with the target of a figure. */
export const targetKey = (figure: string): string => `bench.target.${figure}`;

const VERB: BenchVerb = {
  action: '',
  call: '',
  input: 'id',
  sends: [],
  to: '',
  label: ['', ''],
  key: '',
  many: 1,
  undo: '',
  refused: null,
};

/** Return a verb that opens a page. */
export const linkVerb = (label: Label, to: string, key = ''): BenchVerb => ({ ...VERB, label, to, key });

/** Return a verb that sends the id of the row to a call, as its input `id` by default. */
export const callVerb = (label: Label, path: string, more: Partial<BenchVerb> = {}): BenchVerb => ({
  ...VERB,
  label,
  call: path,
  ...more,
});

/** Return a verb that does an action of the lifecycle; its label is that of the action by default. */
export const actionVerb = (of: AnyPaper, action: string, more: Partial<BenchVerb> = {}): BenchVerb => ({
  ...VERB,
  action,
  label: lifeOf(of).actions[action].label,
  ...more,
});

/** Return these actions as verbs if the person holds their buttons. */
export const heldActions = (
  reading: Reading,
  of: AnyPaper,
  actions: readonly (readonly [name: string, more?: Partial<BenchVerb>])[],
): BenchVerb[] =>
  actions.filter(([name]) => reading.may(buttonOf(of, name))).map(([name, more]) => actionVerb(of, name, more));

/** Return these actions as verbs if the person may do them on this row now. */
export const verbsOn = (
  of: AnyPaper,
  row: { readonly _can?: readonly string[] },
  actions: readonly (readonly [name: string, more?: Partial<BenchVerb>])[],
): BenchVerb[] =>
  actions.filter(([name]) => row._can?.includes(name)).map(([name, more]) => actionVerb(of, name, more));

/** Does a verb ask for something before it acts? */
export function isAsking(of: AnyPaper | undefined, { action }: Pick<BenchVerb, 'action'>): boolean {
  const found = action && of?.lifecycle ? lifeOf(of).actions[action] : undefined;
  return (
    found !== undefined &&
    (found.confirm !== undefined ||
      found.danger === true ||
      Object.values(found.asks ?? {}).some((field) => 'required' in field && field.required === true))
  );
}

/** Facts of a row beside those of its pile. */
export type RowFacts = Partial<Omit<BenchRow, 'pile' | 'paper'>> & Pick<BenchRow, 'id'>;

/** A row of a pile; `section` is set if it differs from that of its pile. */
export type PlacedRow = Omit<BenchRow, 'section'> & { readonly section?: string };

const ROW = {
  tone: 'open',
  who: '',
  fact: '',
  when: 'came',
  due: '',
  late: false,
  note: null,
  evidence: [],
  to: '',
  asks: false,
  verbs: [],
} as const;

/** Return a row of an ordered list, with defaults for what is not stated. */
export function benchRow(
  { name, paper, kind }: { readonly name: string; readonly paper: AnyPaper; readonly kind: Label },
  { verbs = [], to, ...facts }: RowFacts,
): PlacedRow {
  const address = to ?? `${paper.menu?.path ?? ''}?id=${facts.id}`;
  const own = verbs.length > 0 ? [...verbs] : [linkVerb(['看', 'Look'], address)];
  return {
    ...ROW,
    kind,
    ...facts,
    pile: name,
    paper: paper.name,
    to: address,
    verbs: own,
    asks: isAsking(paper, own[0]),
  };
}
