import type { SentBody } from '#kernel/language/calls/call.ts';
import type { Fragment } from './database/statement.ts';
import type { Most, Visible, VisibleScope } from './rows/visible/visible-query.ts';
import type { Amendment } from './write/inputs/amendment.ts';
import type { Label, Language, LocalizedText } from '#kernel/language/label.ts';
import type { AnyPaper, Draft, FieldName, Row } from '#kernel/language/paper.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Room } from '#kernel/language/room.ts';
import type { Contribution } from '#kernel/language/rooms/contribution.ts';
import type { Question, Service } from '#kernel/language/rooms/service.ts';

/** What is passed to PostgreSQL; a statement is prepared once per text and named. */
export interface Sql {
  /** Return rows as objects; names of columns as written in the statement. A fragment brings its own values. */
  query<R = Record<string, unknown>>(statement: string | Fragment, values?: readonly unknown[]): Promise<R[]>;
}

/** The statements of a transaction. */
export interface Writing extends Sql {
  /** Sent in its place, but nobody waits for it: if it fails, so does whatever comes after it, the commit at the latest. */
  enqueue(text: string, values?: readonly unknown[]): void;
}

/** How a paper was changed, for the log: by whom, from where. */
export interface Origin {
  readonly requestId: string;
  readonly ip: string;
  readonly channel: string;
}

/** Fields that must equal a value, or be one of several. */
export type Match<P> = Partial<Record<FieldName<P> | 'id' | 'status' | 'createUser' | 'createDept', unknown>>;

/** So many living rows of a paper point at something by a field. */
export interface Pointing {
  readonly paper: AnyPaper;
  readonly field: string;
  readonly count: number;
}

/** A field that reads a dictionary, and how many living rows carry each key by it. */
export interface Carrying {
  readonly paper: AnyPaper;
  readonly field: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A reading without a person's eyes: the product itself asks, always inside one tenant. */
export interface Reading {
  readonly tenantId: string;
  readonly person: Person;
  readonly language: Language;
  readonly origin: Origin;
  /** `yyyy-MM-dd HH:mm:ss` in the tenant's zone, by the injected clock. */
  now(): string;
  /** `yyyy-MM-dd` in the tenant's zone. */
  today(): string;
  /** Milliseconds since 1970, by the injected clock. */
  instant(): number;
  /** The tenant's zone, e.g. `Asia/Shanghai`. */
  readonly zone: string;
  readonly sql: Sql;
  /** The row, or a refusal 404; a row of another tenant is a missing row. */
  get<P extends AnyPaper>(paper: P, id: string): Promise<Row<P>>;
  /**
   * Return the living rows that match, as the product, in the order of the list: the `first` ones, or all.
   * More than `limit` (default 100) are a fault. Rows named by their ids and lines of one header have no limit.
   */
  find<P extends AnyPaper>(paper: P, match: Match<P>, most?: Most): Promise<Row<P>[]>;
  /** The rows that the acting person may see, as a handle; nothing is read yet. */
  visible<P extends AnyPaper>(paper: P, scope?: VisibleScope): Visible<P>;
  /**
   * Ask the right to another paper that a request reaches: refuse 403 without the button, 404 for rows out of the scope of the button.
   * Where the ids or values of a request go into writes of another paper, its right is asked by this first.
   */
  assertRight(paper: AnyPaper, action: string, ids?: readonly string[]): Promise<void>;
  /** A parameter of the product, e.g. `as.rework.days`. */
  parameter(key: string): Promise<string>;
  /** A secret field of a stored row in clear, for talking to the other system and for nothing else; null where none is set. */
  opened(paper: AnyPaper, row: object, field: string): string | null;
  /** A link that opens a file of a row for an hour; given only to who may see the row. */
  link(paper: AnyPaper, attachment: string): string;
  /** An account of the company with its roles and departments; null where it is closed. */
  personOf(userId: string): Promise<Person | null>;
  /** Those of some accounts who hold the right to an action of a paper, for one row where it is named. */
  whoMay(userIds: readonly string[], paper: AnyPaper, action: string, rowId?: string): Promise<ReadonlySet<string>>;
  /** Does the person hold this button? */
  may(button: string): boolean;
  /** What the product is made of. */
  readonly rooms: readonly Room[];
  /** Asks another room what only it knows; it reads as this reading does. */
  ask<I, O>(question: Question<I, O>, input: I): Promise<O>;
  /** What all rooms added to a place. */
  contributions<T>(place: Contribution<T>): readonly T[];
}

/** One business transaction: everything done through it is kept or nothing is. */
export interface Context extends Reading {
  readonly sql: Writing;
  /** Goes on where the person holds this button, on behalf of others where he says why; asks why where only that is missing, else refuses. */
  need(button: string, otherwise: Refusal): void;
  /** The reason that the person gave with his call; refused where he gave none. */
  why(): string;
  /** What he gave for a reason; null where he gave none. */
  readonly givenReason: string | null;
  /** Holds rows until the commit, always in the order of their ids, and answers those that live: nobody changes them meanwhile, and to read one again asks nothing. */
  lockRows<P extends AnyPaper>(paper: P, ids: readonly string[]): Promise<Row<P>[]>;
  /** Creates a row as the product does for a person: checks, numbers, snapshots, effects, log, event. */
  create<P extends AnyPaper>(paper: P, draft: Draft<P> | (Draft<P> & Partial<Row<P>>)): Promise<Row<P>>;
  /** Writes many rows of a paper that the product alone keeps, numbered and stamped, in one statement: without checks, effects and log. */
  append<P extends AnyPaper>(paper: P, rows: readonly (Draft<P> & Partial<Row<P>>)[]): Promise<Row<P>[]>;
  /** Writes facts that the product alone keeps (`auto` fields) into many rows in one statement: no version, no log, no effects. */
  touch<P extends AnyPaper>(paper: P, rows: readonly (Partial<Row<P>> & { readonly id: string })[]): Promise<void>;
  /** Creates a row from a body of the wire, checked as a person's own submit is: what the product sets is not taken from it. */
  submit<P extends AnyPaper>(paper: P, body: SentBody<P>): Promise<Row<P>>;
  /** Changes a row by a body of the wire, checked as a person's own submit is. */
  resubmit<P extends AnyPaper>(paper: P, id: string, body: SentBody<P>): Promise<Row<P>>;
  /** Changes a row that somebody judges by what he sent, checked as his form is: the named fields are left to him whatever its state says, and no others. */
  amend<P extends AnyPaper>(paper: P, id: string, body: SentBody<P>, amendment: Amendment): Promise<Row<P>>;
  /** Changes fields, those set by the product included. */
  change<P extends AnyPaper>(paper: P, id: string, values: Partial<Row<P>>, note?: LocalizedText): Promise<Row<P>>;
  /** Writes values into many rows, by their ids, in few statements, each with its entry in the history; behaviours are not asked. */
  changeAll<P extends AnyPaper>(paper: P, changes: ReadonlyMap<string, Partial<Row<P>>>): Promise<void>;
  /** Creates many rows of one paper in few statements: read by their kinds, numbered and logged as one; behaviours are not asked. */
  createAll<P extends AnyPaper>(paper: P, rows: readonly Partial<Row<P>>[]): Promise<Row<P>[]>;
  /** Moves many papers by one of the lifecycle's own moves, in few statements: each is logged. Answers the ids of those that stood where such a move begins. */
  moveAll<P extends AnyPaper>(
    paper: P,
    ids: readonly string[],
    to: string,
    why: string,
    values?: Partial<Row<P>>,
  ): Promise<string[]>;
  /** Numbers of a paper as of a day (`yyyy-MM-dd`), today when absent. */
  numbers(paper: AnyPaper, count: number, day?: string): Promise<string[]>;
  /** Does an action of a lifecycle as the product itself, with its effects. */
  act<P extends AnyPaper>(paper: P, id: string, action: string, input?: Record<string, unknown>): Promise<Row<P>>;
  /** Moves a paper by one of its lifecycle's own moves; answers null when it does not stand where such a move begins. */
  move<P extends AnyPaper>(
    paper: P,
    id: string,
    to: string,
    why: string,
    values?: Partial<Row<P>>,
  ): Promise<Row<P> | null>;
  remove(paper: AnyPaper, id: string): Promise<void>;
  /** Removes many rows in few statements; what keeps one of them refuses all. */
  removeAll(paper: AnyPaper, ids: readonly string[]): Promise<void>;
  /** Lets up to `most` rows that point at one row point at another, removed ones too; answers how many. */
  repoint(
    paper: AnyPaper,
    how: { readonly from: string; readonly to: string; readonly most: number; readonly note: LocalizedText },
  ): Promise<number>;
  /** Lets every row that carries a key of a dictionary carry another, removed ones too; answers how many. */
  rekey(
    code: string,
    how: { readonly from: string; readonly to: string; readonly note: LocalizedText },
  ): Promise<number>;
  /** A fresh id, for rows that are written by a statement of one's own. */
  newId(): Promise<string>;
  /** So many fresh ids, the smaller first. */
  newIds(count: number): Promise<string[]>;
  /** One line in the action log or audit of a row, with no change of a field. An action that has no name of its own is called by the words. */
  note(paper: AnyPaper, id: string, action: string, words: LocalizedText): Promise<void>;
  /** Told to others after the commit, at least once: `<paper>.<action>`. */
  emit(event: string, data: Record<string, unknown>): Promise<void>;
  /**
   * The same transaction by the decision of a process (`role`): it needs no button, and no gate follows; every other guard holds. `sent`: the
   * input that came with the decision. What is done by the context that it returns is done so, and so is what follows from that.
   */
  under(change: { readonly role?: 'mandate'; readonly sent?: Readonly<Record<string, unknown>> }): Context;
  /** The input that came with the decision of a process. */
  readonly sent?: Readonly<Record<string, unknown>>;
  /** A row of this table is due as soon as the transaction is kept (`RoomServer.due`). */
  comesDue(table: string): void;
  /** Asks another room to do its part in this transaction; what it refuses ends the whole. */
  call<I, O>(service: Service<I, O>, input: I): Promise<O>;
  /** A filter of a list of a paper (`customerLevel_in`, `vip,normal`) as one reads it; personal numbers masked. */
  inWords(paper: AnyPaper, key: string, value: string, language: Language): Promise<string>;
  /** Begins a job of a behaviour when the transaction is kept; answers its id, by which its person follows it. */
  enqueueJob(job: string, title: Label, asked: Readonly<Record<string, unknown>>): Promise<string>;
  /** Lets statements see the rows of another tenant, and no others, until the work is done: for the platform's own people alone. Refuses 403. */
  inTenant<T>(tenantId: string, work: () => Promise<T>): Promise<T>;
  /** Waits until no other transaction holds this key; released by commit. */
  lock(key: string): Promise<void>;
  /** What follows in this transaction concerns tens of thousands of rows: each statement has two minutes instead of ten seconds. */
  takesLong(): void;
}
