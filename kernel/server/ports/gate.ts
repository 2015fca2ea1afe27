import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../session/actor.ts';
import type { Database } from '../database/database.ts';
import type { Stored, Values } from '../rows/stored-row.ts';

/** A requested verb of a governed paper. */
export interface GatedVerb {
  readonly paper: AnyPaper;
  readonly action: string;
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A verb or move of a governed paper that was written; `before` is null for a new row. */
export interface GatedStep {
  readonly paper: AnyPaper;
  readonly by: string;
  readonly before: Stored | null;
  readonly row: Stored;
}

/**
 * Gate before and after the verbs of papers with a governed lifecycle (`Lifecycle.governed`). One room decides who may
 * act and when; the lifecycle decides which verbs a state allows. Without such a room no verb is gated.
 */
export interface VerbGate {
  /**
   * Check a person's verb. Return `go` where no process governs the row now; else let the process act, and return the
   * changed row. Refuse people whom the process has not assigned.
   */
  before(context: Context, verb: GatedVerb): Promise<'go' | Values>;
  /** React to a verb or move that was written without a decision of a process. */
  after(context: Context, step: GatedStep): Promise<void>;
  /** Return the verbs that this person may press, by the id of each governed row. */
  can(
    asking: { readonly db: Database; readonly actor: Actor },
    paper: AnyPaper,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /**
   * Return the verbs that are closed for all rows of a paper that no process governs, where governance is optional
   * (`Governed.optional`).
   */
  closed(asking: { readonly db: Database; readonly actor: Actor }, paper: AnyPaper): Promise<ReadonlySet<string>>;
}
