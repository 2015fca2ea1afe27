import type { Action, Lifecycle } from '#kernel/language/lifecycle.ts';
import type { ExtrasOf } from '#kernel/language/calls/call.ts';
import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { FieldProblem, Refusal } from '#kernel/language/refusal.ts';
import type { Stored, Values } from '../rows/stored-row.ts';

/** Check that the locked headers of a line leave it open, and count the change at them. */
export type Holding = () => Promise<void>;

/** The headers of lines that are removed together by a call of their own. */
export interface LockedHeaders {
  /** Why a line stays as its headers stand. */
  why(row: Readonly<Stored>): Refusal | null;
  /** Each header counts once that lines of it went. */
  count(gone: readonly Readonly<Stored>[]): Promise<void>;
}

/** Results of the steps of an act, for later steps. */
export interface Found {
  /** Nothing is left to do: the rest of the steps is skipped. */
  isDone?: true;
  /** A statement under way that nobody waits for yet. */
  sent?: Promise<void>;
}

/** The rows of an act, locked. */
export interface LockedRows extends Found {
  before: readonly Stored[];
}

/** The state that an act writes: of the lifecycle, or of a track. */
export interface WrittenState {
  readonly field: string;
  readonly states: Lifecycle['states'];
}

/** The values that an act writes into one row. */
export interface Transition {
  readonly before: Stored;
  readonly field: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly values: Readonly<Values>;
  readonly label: Label;
  readonly input: Readonly<Values>;
}

/** One row of several on its way to another state. */
export interface MovedRow extends Found, Transition {
  /** The row as effects left it. */
  current: Stored;
  remark: LocalizedText | null;
  after: Stored;
}

export interface Transitions extends LockedRows {
  transitions: readonly Transition[];
  after: readonly Stored[];
}

export interface VerbFound extends Transitions {
  lifecycle: Lifecycle;
  action: Action;
  state: WrittenState;
  input: Readonly<Values>;
}

/** Inputs of a body besides its row. */
export interface ReadExtras extends Found {
  extra: ExtrasOf<AnyPaper> | null;
}

/** New rows. */
export interface InsertFound extends ReadExtras {
  /** The values of each row, completed step by step. */
  values: readonly Values[];
  problems: readonly FieldProblem[];
  /** Pictures of the row of which it is a copy. */
  copied: ReadonlySet<string>;
  headers: Holding;
  /** The columns that are written. */
  rows: readonly Stored[];
  /** The rows with all their fields. */
  after: readonly Stored[];
  /** Values that the room adds to the answer. */
  answered: Values | undefined;
}

/** The change of one row. */
export interface UpdateFound extends ReadExtras {
  before: Stored;
  values: Readonly<Values>;
  problems: readonly FieldProblem[];
  /** The row is enabled or disabled by it. */
  turned: Readonly<Values>;
  headers: Holding;
  /** Is there anything to write? */
  isChanged: boolean;
  after: Stored;
}

/** Rows that are removed. */
export interface RemoveFound extends LockedRows {
  headers: LockedHeaders | null;
  /** Rows that stay, and why. */
  refused: Map<string, Refusal>;
  /** Rows that nothing kept before others were asked whether they point at them. */
  going: readonly Stored[];
  /** Rows that are still there. */
  left: readonly Stored[];
  /** Rows that went on this level. */
  gone: readonly Stored[];
  /** Rows that others point at: what does, and how often. */
  pointed: ReadonlyMap<string, { readonly title: Label; readonly count: number }>;
}

/** A row that comes back: removed before, or changed. */
export interface RestoreFound extends Found {
  before: Stored;
  headers: Holding;
  after: Stored;
}

export interface FoundOf {
  insert: InsertFound;
  update: UpdateFound;
  verb: VerbFound;
  move: Transitions;
  remove: RemoveFound;
  restore: RestoreFound;
  revert: RestoreFound;
}
