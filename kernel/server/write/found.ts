import type { Action, Lifecycle } from '#kernel/language/lifecycle.ts';
import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { Stored, Values } from '../rows/stored-row.ts';

/** What the steps of an act found, each for those after it. */
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

/** What an act writes into one row. */
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

export interface FoundOf {
  insert: Found;
  update: Found;
  verb: VerbFound;
  move: Transitions;
  remove: Found;
  restore: Found;
  revert: Found;
}
