import type { ActionName, AnyPaper, ActionInput, FieldName, Row } from '#kernel/language/paper.ts';
import type { AnyCall, ExtrasOf, HttpMethod } from '#kernel/language/calls/call.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { type Service, type Question } from '#kernel/language/rooms/service.ts';
import type { Context, Reading } from '../context.ts';
import type { WorkbookSheet } from '../import-export/sheet/workbook.ts';
import type { FirstStep } from '../session/first-step.ts';

/** What an own call of a paper is given: the query string and the body, unchecked. */
export interface CallInput {
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** What must still be done before this session works. */ readonly pendingSteps?: readonly FirstStep[];
}

/** A call beyond the standard ones. `path` stands below the path of the paper, e.g. `getPoolNo/{id}`. */
export interface OwnCall {
  /** What it asks and answers. */ readonly of: AnyCall;
  readonly method: HttpMethod;
  readonly path: string;
  /** The action of the button it needs: view, add, edit, export …, or `person` = everybody who is logged in. */
  readonly needs: string;
  readonly summary: readonly [zh: string, en: string];
  /** Its answer is a secret, shown once and kept nowhere: not even for who repeats the call, which acts again then. */
  readonly secret?: true;
  /** Answered also while somebody must choose a password or set up a second factor first. */
  readonly atFirst?: true;
  /** Bytes of its body, at most 4 MiB; 1 MiB unless said. */
  readonly most?: number;
  /** Without a transaction. */
  readonly read?: (asking: CallInput, reading: Reading) => Promise<unknown>;
  /** In one transaction. */
  readonly write?: (asking: CallInput, context: Context) => Promise<unknown>;
  /** The list of the paper at another place, asked for as this says: with its scope, masks and pages. */
  readonly page?: (query: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;
  /** A workbook to take away; the export is noted. Its rows are made while it is sent, from what was read. */
  readonly book?: (
    asking: CallInput,
    reading: Reading,
  ) => Promise<{ readonly name: string; readonly sheets: readonly WorkbookSheet[] }>;
}

/** Work behind the calls, cut into steps: each is one transaction. */
export interface WorkSteps {
  step<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** Steps of work by the clock. */
export interface TimedSteps extends WorkSteps {
  /** Do a step for each row; one that fails is reported and keeps none of the others waiting. */
  each(ids: readonly string[], work: (context: Context, id: string) => Promise<void>): Promise<void>;
}

/** Work that a person asked for and that outlasts his call; begun again when a server dies, so a repeat must be harmless. */
export interface JobRun extends WorkSteps {
  readonly asked: Readonly<Record<string, unknown>>;
  /** Tells the person how far it is. */
  progress(done: number, total: number): Promise<void>;
}

/** Work by the clock, done by the product itself for each company; `cron` is the wall clock of the company's zone. A repeat must be harmless. */
export interface TimedWork {
  readonly cron: string;
  work(steps: TimedSteps): Promise<void>;
}

/** Words for one field of a row; asked only where it has a value. */
export type DescribeValue<P extends AnyPaper = AnyPaper> = (
  context: Context,
  row: Row<P>,
  language: Language,
) => Promise<string>;

/** What a paper does beyond what its definition says. Every function runs in the transaction of its write. */
export interface Behaviour<P extends AnyPaper = AnyPaper> {
  readonly of: P;
  /**
   * Before a row is written: refuses, or answers what else must be written. `before` is null for a new row; `values` are the checked new
   * values of this write only; `extra` is what its body carries besides (`extras` of the paper), null where none was sent. `byHand`: a
   * person writes, not the product.
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
  /** After a row was written; what it answers is added to the answer of the call. */
  readonly saved?: (
    context: Context,
    write: { before: Row<P> | null; row: Row<P>; extra: ExtrasOf<P> | null; byHand: boolean },
  ) => Promise<Record<string, unknown> | void>;
  /** What new rows take besides, asked once for all that are written together; unlike `saved` it keeps no row from being written with others. */
  readonly added?: (context: Context, rows: readonly Row<P>[]) => Promise<void>;
  /**
   * A new row stands alone: `saving` looks at no other row of this paper and writes nothing, `saved` does nothing for it. Then many new rows of a
   * sheet are judged before any is written, and written together; without this word each is saved after the one before it.
   */
  readonly apart?: true;
  /** A new row that is there already, by what identifies it: its id. Saving it again is a success without effect. */
  readonly same?: (context: Context, values: Partial<Row<P>>) => Promise<string | null>;
  /** The refusal of a row that repeats a fact of `once`, by the row that has it; absent: the words of the rule. */
  readonly repeated?: (context: Context, other: Row<P>) => Promise<Refusal> | Refusal;
  /** Asked of all rows that are to be removed at once: which stay, and why. Only reads. */
  readonly staying?: (context: Context, rows: readonly Row<P>[]) => Promise<ReadonlyMap<string, Refusal>>;
  /** What goes with rows that are removed, or lets go of them: of all of them at once. */
  readonly leaving?: (context: Context, rows: readonly Row<P>[]) => Promise<void>;
  /** References to its rows, `paper.field`, that keep none from being removed: `leaving` lets go of them, or they are history and keep its name. */
  readonly releases?: readonly `${string}.${string}`[];
  /** Before a removed row comes back: refuses where it may not. */
  readonly restoring?: (context: Context, row: Row<P>) => Promise<void>;
  /** The effects of actions, done after permission, state and needs were checked; what is answered is written together with the new state. */
  readonly actions?: {
    readonly [K in ActionName<P>]?: (
      context: Context,
      row: Row<P>,
      input: ActionInput<P, K>,
    ) => Promise<Partial<Row<P>> | void>;
  };
  /** What an action holds besides its own rows and comes before them in the order of locks: read without a lock, held here, looked at again by its effects. */
  readonly first?: {
    readonly [K in ActionName<P>]?: (
      context: Context,
      ids: readonly string[],
      input: Readonly<Record<string, unknown>>,
    ) => Promise<void>;
  };
  /** After an action or a move of the lifecycle was written: what other papers must follow. `by` is the action or the reason of the move. */
  readonly moved?: (context: Context, done: { by: string; before: Row<P>; row: Row<P> }) => Promise<void>;
  /** The effects of actions that take several rows as one act; the rows come in the order of the caller. Answers what is written into each, by its id. */
  readonly together?: {
    readonly [K in ActionName<P>]?: (
      context: Context,
      rows: readonly Row<P>[],
      input: ActionInput<P, K>,
    ) => Promise<ReadonlyMap<string, Partial<Row<P>>>>;
  };
  /** SQL of computed fields; `t` is the row, `$today` the day by the injected clock, `$parameter(key)` the tenant's setting as text. */
  readonly computed?: { readonly [K in FieldName<P>]?: string };
  /** How a stored value reads in the history where its kind cannot know it (names of fields of another paper, filters): asked of the row before and after, in both languages. */
  readonly describe?: { readonly [K in FieldName<P>]?: DescribeValue<P> };
  /** More keys for the detail of a row. */
  readonly detail?: (reading: Reading, row: Row<P>) => Promise<Record<string, unknown>>;
  /** More keys beside a page of the list, e.g. how many of the own rows still wait. */
  readonly beside?: (reading: Reading) => Promise<Record<string, unknown>>;
  /** What a list is taken to be asked for, e.g. a filter that holds unless the caller says otherwise. */
  readonly listDefaults?: (query: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Other filters of the list than stored fields. */
  readonly filters?: Readonly<Record<string, OwnFilter>>;
  readonly calls?: readonly OwnCall[];
  /** What `Context.enqueueJob` may begin, by its name; what it answers is kept with the job. */
  readonly jobs?: Readonly<Record<string, (work: JobRun) => Promise<Record<string, unknown> | void>>>;
  readonly timed?: Readonly<Record<string, TimedWork>>;
}

/** A filter that is no stored field: SQL with `$` for the value (`t` is the row, `$today` the day by the injected clock, `$parameter(key)` the tenant's setting), and the field that reads its values. */
export interface OwnFilter {
  readonly sql: string;
  readonly reads: Field;
}

/** The behaviour of a paper; an effect for an action it does not have does not compile. */
export const behaviour = <P extends AnyPaper>(of: P, does: Omit<Behaviour<P>, 'of'>): Behaviour<P> => ({ of, ...does });

/** A service and the work behind it. */
export interface Serving<I = never, O = unknown> {
  readonly of: Service<I, O>;
  readonly work: (context: Context, input: I) => Promise<O>;
}

/** What a service takes and gives is known to its definition and its work; in the list of all it is known to nobody. */
const withoutTypes = (serving: unknown): Serving => serving as Serving;

/** Answers a service; what it takes and gives is checked against its definition. */
export const serving = <I, O>(of: Service<I, O>, work: (context: Context, input: I) => Promise<O>): Serving =>
  withoutTypes({ of, work });

/** Answers a question; its work cannot write. */
export const answering = <I, O>(of: Question<I, O>, work: (reading: Reading, input: I) => Promise<O>): Serving =>
  withoutTypes({ of, work });

/** Puts the SQL of the tenant's settings where an expression names one. */
export function withParameters(of: Behaviour, parameterSql: (key: string) => string): Behaviour {
  const filled = (sql: string): string =>
    sql.replaceAll(/\$parameter\(([\w.]+)\)/g, (_, key: string) => parameterSql(key));
  const each = <T>(given: Readonly<Record<string, T>>, fill: (one: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(given).map(([name, one]) => [name, fill(one)]));
  return {
    ...of,
    ...(of.computed && { computed: each(of.computed as Record<string, string>, filled) }),
    ...(of.filters && { filters: each(of.filters, (one) => ({ ...one, sql: filled(one.sql) })) }),
  };
}
