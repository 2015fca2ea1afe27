import type { Action, Lifecycle } from '#kernel/language/lifecycle.ts';
import type { ExtrasOf } from '#kernel/language/calls/call.ts';
import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { FieldProblem, Refusal } from '#kernel/language/refusal.ts';
import type { Stored, Values } from '../rows/stored-row.ts';

/** Check that the locked headers of a row are open for it, and raise their version. */
export type Holding = () => Promise<void>;

/** Locked headers of rows that a call removes directly, not with their header. */
export interface LockedHeaders {
  /** Return why the headers of a row forbid its removal; null where they allow it. */
  why(row: Readonly<Stored>): Refusal | null;
  /** Raise the version of the headers of these removed rows, each once. */
  count(gone: readonly Readonly<Stored>[]): Promise<void>;
}

/** Results of the steps of an act, for later steps. */
export interface Found {
  /** The act is complete: the remaining steps are skipped. */
  isDone?: true;
  /** A statement that was sent and is not awaited yet. */
  sent?: Promise<void>;
}

/** Rows of an act, locked and read. */
export interface LockedRows extends Found {
  before: readonly Stored[];
}

/** Field and states that an act writes: those of the lifecycle, or of a track. */
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

/** One of the rows that an act moves to another state. */
export interface MovedRow extends Found, Transition {
  /** The stored row after the effects of the behaviour, before the new state is written. */
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

/** Inputs of a body that are no fields of the row (`extras`). */
export interface ReadExtras extends Found {
  extra: ExtrasOf<AnyPaper> | null;
}

/** Results of an insert. */
export interface InsertFound extends ReadExtras {
  /** The values of each row, completed step by step. */
  values: readonly Values[];
  problems: readonly FieldProblem[];
  /** Ids of pictures in the row that a new row copies (`_copyOf`). */
  copied: ReadonlySet<string>;
  headers: Holding;
  /** Values of the columns to write. */
  rows: readonly Stored[];
  /** The rows with all their fields. */
  after: readonly Stored[];
  /** Values that the behaviour adds to the answer. */
  answered: Values | undefined;
}

/** The change of one row. */
export interface UpdateFound extends ReadExtras {
  before: Stored;
  values: Readonly<Values>;
  problems: readonly FieldProblem[];
  /** New `status` where the change enables or disables the row; else empty. */
  turned: Readonly<Values>;
  headers: Holding;
  /** Is there anything to write? */
  isChanged: boolean;
  after: Stored;
}

/** Results of a removal. In a tree, rows are removed level by level. */
export interface RemoveFound extends LockedRows {
  headers: LockedHeaders | null;
  /** Rows that stay, by id, each with its refusal. */
  refused: Map<string, Refusal>;
  /** Rows that may be removed as far as state and behaviour decide; references to them are checked later. */
  going: readonly Stored[];
  /** Rows that are not removed yet. */
  left: readonly Stored[];
  /** Rows that are removed on this level of the tree. */
  gone: readonly Stored[];
  /** By id of a row that other rows refer to: the title of their paper, and their number. */
  pointed: ReadonlyMap<string, { readonly title: Label; readonly count: number }>;
}

/** Results of a restore or a revert. */
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
