import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../session/actor.ts';
import type { Database } from '../database/database.ts';
import type { Stored, Values } from '../rows/stored-row.ts';

/** A verb of a governed paper that somebody asked for. */
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
 * Stands before and behind the verbs of papers whose lifecycle may be governed (`Lifecycle.governed`): one room decides who and when, the
 * lifecycle decides what is legal, both in the same transaction. Without such a room every verb goes its way.
 */
export interface VerbGate {
  /** Before a person's verb: `go` where nothing governs the row now; else the row as the gate left it. Refuses who is not asked. */
  before(context: Context, verb: GatedVerb): Promise<'go' | Values>;
  /** After a verb was written that nobody mandated. */
  after(context: Context, step: GatedStep): Promise<void>;
  /** Of rows that are governed now, by their ids: the verbs that this person may press. */
  can(
    asking: { readonly db: Database; readonly actor: Actor },
    paper: AnyPaper,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Of a paper that need not be governed (`Governed.optional`): its verbs that no row which nothing governs has now. */
  closed(asking: { readonly db: Database; readonly actor: Actor }, paper: AnyPaper): Promise<ReadonlySet<string>>;
}
