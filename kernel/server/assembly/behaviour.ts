import type { ActionName, AnyPaper, ActionInput, FieldName, Row } from '#kernel/language/paper.ts';
import type { AnyCall, ExtrasOf, HttpMethod } from '#kernel/language/calls/call.ts';
import type { Parts } from '#kernel/language/calls/shape.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { type Service, type Question } from '#kernel/language/rooms/service.ts';
import type { Context, Reading } from '../context.ts';
import type { WorkbookSheet } from '../import-export/sheet/workbook.ts';
import type { FamilyClient } from '#kernel/language/rooms/family-page.ts';
import type { FirstStep } from '../session/first-step.ts';

/** Input of a paper's own call: query string and body, unchecked. */
export interface CallInput {
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Steps that the caller must do before other calls are answered: choose a password, set up a second factor. */
  readonly pendingSteps?: readonly FirstStep[];
}

/** Access to data after the commit of a call. Each read is a statement of its own, so no connection is held between. */
export interface AfterCommit {
  read<T>(work: (reading: Reading) => Promise<T>): Promise<T>;
}

/** A call beyond the standard ones. `path` is below the path of the paper, e.g. `getPoolNo/{id}`. */
export interface OwnCall {
  /** Definition of the call: its inputs and the shape of its answer. */ readonly of: AnyCall;
  readonly method: HttpMethod;
  readonly path: string;
  /** The action of the required button: view, add, edit, export …, or `person` for everybody who is logged in. */
  readonly needs: string;
  readonly summary: readonly [zh: string, en: string];
  /**
   * Its answer is a secret, shown once and never stored. A repeated call acts again, since no answer is stored for it.
   */
  readonly secret?: true;
  /** Answered also before the caller has chosen a password or set up a second factor. */
  readonly atFirst?: true;
  /** Maximum bytes of its body, at most 4 MiB. Default: 1 MiB. */
  readonly most?: number;
  /** Answer without a transaction. */
  readonly read?: (asking: CallInput, reading: Reading) => Promise<unknown>;
  /** Answer in one transaction. */
  readonly write?: (asking: CallInput, context: Context) => Promise<unknown>;
  /** Wait for a consequence of `write` after its commit, holding no transaction, and return the answer. */
  readonly after?: (written: unknown, then: AfterCommit) => Promise<unknown>;
  /** Return the query of the list that is the answer. The list applies its scope, masks and pages as usual. */
  readonly page?: (query: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;
  /** A workbook for download; the export is logged. Its rows are written while it is sent. */
  readonly book?: (
    asking: CallInput,
    reading: Reading,
  ) => Promise<{ readonly name: string; readonly sheets: readonly WorkbookSheet[] }>;
}

/** Work outside of calls, each step of it in a transaction of its own. */
export interface WorkSteps {
  step<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** Steps of work by the clock for one company. */
export interface TimedSteps extends WorkSteps {
  /** Do a step for each row. A failure is reported and does not stop the others. */
  each(ids: readonly string[], work: (context: Context, id: string) => Promise<void>): Promise<void>;
}

/** Background job of a person. A crash repeats it, so a repeat must be harmless. */
export interface JobRun extends WorkSteps {
  readonly asked: Readonly<Record<string, unknown>>;
  /** Report the progress to the person. */
  progress(done: number, total: number): Promise<void>;
}

/**
 * Work by the clock, done by the product for each company; `cron` is the wall clock of the company's zone. A repeat
 * must be harmless.
 */
export interface TimedWork {
  readonly cron: string;
  work(steps: TimedSteps): Promise<void>;
}

/** Return the text of one field of a row; called only where the field has a value. */
export type DescribeValue<P extends AnyPaper = AnyPaper> = (
  context: Context,
  row: Row<P>,
  language: Language,
) => Promise<string>;

/** Behaviour of a paper beyond its definition. Every function runs in the transaction of its write. */
export interface Behaviour<P extends AnyPaper = AnyPaper> {
  readonly of: P;
  /**
   * Refuse a write, or return further values to write. `before` is null for a new row; `values` are the checked new
   * values of this write only. `extra` holds the inputs of `extras`, null where none was sent. `byHand`: a person
   * writes, not the product.
   */
  readonly saving?: (
    context: Context,
    write: {
      before: Row<P> | null;
      values: Partial<Row<P>>;
      extra: ExtrasOf<P> | null;
      byHand: boolean;
    },
  ) => Promise<Partial<Row<P>> | void>;
  /** Act after a row was written. The result is added to the answer of the call. */
  readonly saved?: (
    context: Context,
    write: { before: Row<P> | null; row: Row<P>; extra: ExtrasOf<P> | null; byHand: boolean },
  ) => Promise<Record<string, unknown> | void>;
  /**
   * Act once after new rows that are written together. Unlike `saved`, it does not prevent that rows are written
   * together.
   */
  readonly added?: (context: Context, rows: readonly Row<P>[]) => Promise<void>;
  /**
   * New rows are independent: `saving` reads no other row of this paper and writes nothing, `saved` ignores them. Then
   * the new rows of a sheet are all checked before any is written, and written together. Without it each is saved after
   * the one before it.
   */
  readonly apart?: true;
  /** Return the id of an existing row of the same identity. Saving it again is a success without effect. */
  readonly same?: (context: Context, values: Partial<Row<P>>) => Promise<string | null>;
  /**
   * Return the refusal of a row that repeats a fact of `once`. `other` is the stored row with this fact. Absent: the
   * text of the rule is the refusal.
   */
  readonly repeated?: (context: Context, other: Row<P>) => Promise<Refusal> | Refusal;
  /** Return the rows that must stay, with the reasons, out of all that are to be removed together. It only reads. */
  readonly staying?: (context: Context, rows: readonly Row<P>[]) => Promise<ReadonlyMap<string, Refusal>>;
  /** Remove, or release, whatever depends on rows that are removed together. */
  readonly leaving?: (context: Context, rows: readonly Row<P>[]) => Promise<void>;
  /**
   * References to its rows, `paper.field`, that do not prevent a removal: `leaving` releases them, or they are history
   * and store the name.
   */
  readonly releases?: readonly `${string}.${string}`[];
  /** Refuse the restore of a removed row. */
  readonly restoring?: (context: Context, row: Row<P>) => Promise<void>;
  /**
   * Effects of actions, after permission, state and needs are checked. The returned values are written with the new
   * state.
   */
  readonly actions?: {
    readonly [K in ActionName<P>]?: (
      context: Context,
      row: Row<P>,
      input: ActionInput<P, K>,
    ) => Promise<Partial<Row<P>> | void>;
  };
  /**
   * Lock rows of other papers before the rows of an action, where the order of locks requires it. It reads `ids`
   * without a lock; the effects of the action read them again.
   */
  readonly first?: {
    readonly [K in ActionName<P>]?: (
      context: Context,
      ids: readonly string[],
      input: Readonly<Record<string, unknown>>,
    ) => Promise<void>;
  };
  /** Update other papers after an action or a move of the lifecycle. `by` is the action or the reason of the move. */
  readonly moved?: (context: Context, done: { by: string; before: Row<P>; row: Row<P> }) => Promise<void>;
  /**
   * Effects of actions that take several rows as one act, in the order of the caller. Return the values to write, by
   * id.
   */
  readonly together?: {
    readonly [K in ActionName<P>]?: (
      context: Context,
      rows: readonly Row<P>[],
      input: ActionInput<P, K>,
    ) => Promise<ReadonlyMap<string, Partial<Row<P>>>>;
  };
  /**
   * SQL of computed fields; `t` is the row, `$today` the day by the injected clock, `$parameter(key)` the tenant's
   * setting as text.
   */
  readonly computed?: { readonly [K in FieldName<P>]?: string };
  /**
   * Functions that write a stored value as text for the history, where its kind cannot: names of fields of another
   * paper, or filters. They run for the row before and after, in both languages.
   */
  readonly describe?: { readonly [K in FieldName<P>]?: DescribeValue<P> };
  /** Return further keys of the detail of a row. */
  readonly detail?: (reading: Reading, row: Row<P>) => Promise<Record<string, unknown>>;
  /** Shapes of the keys of `detail`; the answer of the detail declares them. */
  readonly detailParts?: Parts;
  /** Shapes of the keys that `saved` adds to the answer of a save. */
  readonly savedParts?: Parts;
  /** Shapes of the keys of `beside`. */
  readonly besideParts?: Parts;
  /** Adapt an answered row to the published client that reads it: its spelling of icons and paths. */
  readonly forFamily?: (row: Readonly<Record<string, unknown>>, client: FamilyClient) => Record<string, unknown>;
  /** Return further keys of a page of the list, e.g. the number of the caller's rows that wait. */
  readonly beside?: (reading: Reading) => Promise<Record<string, unknown>>;
  /** Return the query of a list with its defaults, e.g. a filter that applies unless the caller sets another. */
  readonly listDefaults?: (query: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Filters of the list other than stored fields. */
  readonly filters?: Readonly<Record<string, OwnFilter>>;
  readonly calls?: readonly OwnCall[];
  /** Jobs of `Context.enqueueJob`, by name. The result is stored with the job. */
  readonly jobs?: Readonly<Record<string, (work: JobRun) => Promise<Record<string, unknown> | void>>>;
  readonly timed?: Readonly<Record<string, TimedWork>>;
}

/**
 * A filter that is no stored field: its SQL, and the field that parses its values. `$` is the value, `t` the row,
 * `$today` the day by the injected clock, `$parameter(key)` the tenant's setting.
 */
export interface OwnFilter {
  readonly sql: string;
  readonly reads: Field;
}

/** Declare the behaviour of a paper. Effects of unknown actions do not compile. */
export const behaviour = <P extends AnyPaper>(of: P, does: Omit<Behaviour<P>, 'of'>): Behaviour<P> => ({ of, ...does });

/** A service and its implementation. */
export interface Serving<I = never, O = unknown> {
  readonly of: Service<I, O>;
  readonly work: (context: Context, input: I) => Promise<O>;
}

/**
 * Drop the types of a service, so that all services fit one list. Definition and work are checked against each other
 * where they are declared.
 */
const withoutTypes = (serving: unknown): Serving => serving as Serving;

/** Implement a service, checked against its definition. */
export const serving = <I, O>(of: Service<I, O>, work: (context: Context, input: I) => Promise<O>): Serving =>
  withoutTypes({ of, work });

/** Implement a question of another room; `work` can only read. */
export const answering = <I, O>(of: Question<I, O>, work: (reading: Reading, input: I) => Promise<O>): Serving =>
  withoutTypes({ of, work });

/** Replace each `$parameter(key)` in the SQL of a behaviour by SQL that reads the tenant's setting. */
export function withParameters(of: Behaviour, parameterSql: (key: string) => string): Behaviour {
  const filled = (sql: string): string =>
    sql.replaceAll(/\$parameter\(([\w.]+)\)/g, (_, key: string) => parameterSql(key));
  const each = <T>(values: Readonly<Record<string, T>>, fill: (one: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(values).map(([name, one]) => [name, fill(one)]));
  return {
    ...of,
    ...(of.computed && { computed: each(of.computed as Record<string, string>, filled) }),
    ...(of.filters && { filters: each(of.filters, (one) => ({ ...one, sql: filled(one.sql) })) }),
  };
}
