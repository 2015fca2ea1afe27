import type { SentBody } from '#kernel/language/calls/call.ts';
import type { Fragment } from './database/statement.ts';
import type { Most, Visible, VisibleScope } from './rows/visible/visible-query.ts';
import type { Amendment } from './write/authority.ts';
import type { Label, Language, LocalizedText } from '#kernel/language/label.ts';
import type { AnyPaper, Draft, FieldName, Row } from '#kernel/language/paper.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Room } from '#kernel/language/room.ts';
import type { Gateway } from './settings/settings.ts';
import type { LinkOptions, StoredLink } from './session/guest/guest-link.ts';
import type { Contribution } from '#kernel/language/rooms/contribution.ts';
import type { Question, Service } from '#kernel/language/rooms/service.ts';

/** Statements to PostgreSQL; each text is prepared once and named. */
export interface Sql {
  /** Return rows as objects; names of columns as written in the statement. A fragment brings its own values. */
  query<R = Record<string, unknown>>(statement: string | Fragment, values?: readonly unknown[]): Promise<R[]>;
}

/** The statements of a transaction. */
export interface Writing extends Sql {
  /** Send in order, without awaiting the answer. A failure fails every later statement, the commit at the latest. */
  enqueue(text: string, values?: readonly unknown[]): void;
}

/** Origin of a change, for the log: its request, client and person. */
export interface Origin {
  readonly requestId: string;
  readonly ip: string;
  readonly channel: string;
  /** Id of the client of the session; absent where no person asks. */ readonly client?: string;
  /** Added to the remark of each entry of the log, such as the link of a customer. */ readonly remark?: Label;
}

/** Facts of an uploaded file. `md5` is known of binary files only. */
export interface StoredFileFacts {
  readonly name: string;
  readonly extension: string;
  readonly size: number;
  readonly sha256: string;
  readonly md5: string | null;
}

/** Fields that must equal a value, or be one of several. */
export type Match<P> = Partial<Record<FieldName<P> | 'id' | 'status' | 'createUser' | 'createDept', unknown>>;

/** Number of living rows of a paper that refer to a row by a field. */
export interface Pointing {
  readonly paper: AnyPaper;
  readonly field: string;
  readonly count: number;
}

/** A field whose values are keys of a dictionary, and the number of living rows with each key. */
export interface Carrying {
  readonly paper: AnyPaper;
  readonly field: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Reads as the product, without the scope of a person, always inside one tenant. */
export interface Reading {
  readonly tenantId: string;
  readonly person: Person;
  readonly language: Language;
  readonly origin: Origin;
  /** Return the current time, `yyyy-MM-dd HH:mm:ss` in the tenant's zone, by the injected clock. */
  now(): string;
  /** Return the current day, `yyyy-MM-dd` in the tenant's zone. */
  today(): string;
  /** Return the milliseconds since 1970, by the injected clock. */
  instant(): number;
  /** The tenant's zone, e.g. `Asia/Shanghai`. */
  readonly zone: string;
  readonly sql: Sql;
  /** Return the row, or refuse 404; a row of another tenant is a missing row. */
  get<P extends AnyPaper>(paper: P, id: string): Promise<Row<P>>;
  /**
   * Return the living rows that match, with the product's rights, in the order of the list: the `first` ones, or all.
   * More than `limit` (default 100) are a program fault. Rows named by their ids, and lines of one header, have no
   * limit.
   */
  find<P extends AnyPaper>(paper: P, match: Match<P>, most?: Most): Promise<Row<P>[]>;
  /** Return the rows that the acting person may see, as a handle; nothing is read yet. */
  visible<P extends AnyPaper>(paper: P, scope?: VisibleScope): Visible<P>;
  /**
   * Check the right to another paper that a request concerns: refuse 403 without the button, 404 for rows out of its
   * scope. Call it before ids or values of a request are written into another paper.
   */
  assertRight(paper: AnyPaper, action: string, ids?: readonly string[]): Promise<void>;
  /** Return a parameter of the product, e.g. `as.rework.days`. */
  parameter(key: string): Promise<string>;
  /**
   * Return the plain text of a sealed field, such as a password. It is only for calls to the external system that needs
   * it. Null where none is stored.
   */
  opened(paper: AnyPaper, row: object, field: string): string | null;
  /** Return the address and the token of a system outside the product (`ADAPTER_<NAME>_URL`); null where it is unknown. */
  adapter(name: string): Gateway | null;
  /** Is this the company of the demo, which simulators serve? */
  readonly isDemo: boolean;
  /** Public address of the product, without a slash at its end; null where none is configured. */
  readonly publicUrl: string | null;
  /** Return a link that opens a file of a row for an hour. It is only for readers who may see the row. */
  link(paper: AnyPaper, attachment: string): string;
  /** Return the facts of an uploaded file of the company; null where the file does not exist. */
  storedFile(attachment: string): Promise<StoredFileFacts | null>;
  /** Return the newest links for the customer of a row. */
  guestLinks(kind: string, rowId: string): Promise<StoredLink[]>;
  /** Return the secret key of the company for a purpose, 32 bytes. It is never sent anywhere. */
  companyKey(purpose: string): Buffer;
  /** Return an account of the company with its roles and departments; null where it is closed. */
  personOf(userId: string): Promise<Person | null>;
  /** Return those of the accounts that may do an action of a paper; with `rowId`, to this row. */
  whoMay(userIds: readonly string[], paper: AnyPaper, action: string, rowId?: string): Promise<ReadonlySet<string>>;
  /** Does the person hold this button? */
  may(button: string): boolean;
  /** The rooms of the product. */
  readonly rooms: readonly Room[];
  /** Ask another room a question; it is answered within the same transaction. */
  ask<I, O>(question: Question<I, O>, input: I): Promise<O>;
  /** Return the values that all rooms added to an extension point. */
  contributions<T>(place: Contribution<T>): readonly T[];
}

/** One business transaction: all of it is committed, or nothing. */
export interface Context extends Reading {
  readonly sql: Writing;
  /**
   * Require a button of the person; without it refuse with `otherwise`. If the person holds it on behalf of others
   * only, refuse a call without a reason.
   */
  need(button: string, otherwise: Refusal): void;
  /** Return the reason in the person's call; refuse where it is missing. */
  why(): string;
  /** The reason in the person's call; null where it is missing. */
  readonly givenReason: string | null;
  /**
   * Lock rows until the commit, always in the order of their ids, and return the living ones. No other transaction
   * changes them meanwhile, and later reads need no query.
   */
  lockRows<P extends AnyPaper>(paper: P, ids: readonly string[]): Promise<Row<P>[]>;
  /** Create a row as the product does for a person: checks, numbers, snapshots, effects, log, event. */
  create<P extends AnyPaper>(paper: P, draft: Draft<P> | (Draft<P> & Partial<Row<P>>)): Promise<Row<P>>;
  /**
   * Insert many rows of a paper that the product alone writes, numbered and stamped, in one statement: without checks,
   * effects and log.
   */
  append<P extends AnyPaper>(paper: P, rows: readonly (Draft<P> & Partial<Row<P>>)[]): Promise<Row<P>[]>;
  /**
   * Write facts that the product alone sets (`auto` fields) into many rows in one statement: no version, no log, no
   * effects. `where`: change only rows whose fields have one of the listed values. Return the ids of the changed rows.
   */
  touch<P extends AnyPaper>(
    paper: P,
    rows: readonly (Partial<Row<P>> & { readonly id: string })[],
    guard?: { readonly where: { readonly [K in FieldName<P>]?: readonly string[] } },
  ): Promise<string[]>;
  /**
   * Create a row from a body of the wire, checked as a person's own submit. Fields that the product sets are ignored.
   */
  submit<P extends AnyPaper>(paper: P, body: SentBody<P>): Promise<Row<P>>;
  /** Change a row by a body of the wire, checked as a person's own submit. */
  resubmit<P extends AnyPaper>(paper: P, id: string, body: SentBody<P>): Promise<Row<P>>;
  /**
   * Change a row by the body of the person who approves or rejects it, checked as a form. Only the fields named in
   * `amendment` may change, whatever the state.
   */
  amend<P extends AnyPaper>(paper: P, id: string, body: SentBody<P>, amendment: Amendment): Promise<Row<P>>;
  /** Change fields of a row as the product, also those that people may not write. */
  change<P extends AnyPaper>(paper: P, id: string, values: Partial<Row<P>>, note?: LocalizedText): Promise<Row<P>>;
  /**
   * Write values into many rows, by their ids, in few statements, each with its entry in the history. Behaviours are
   * skipped.
   */
  changeAll<P extends AnyPaper>(paper: P, changes: ReadonlyMap<string, Partial<Row<P>>>): Promise<void>;
  /**
   * Create many rows of one paper in few statements: parsed by their kinds, numbered and logged as one. Behaviours are
   * skipped. `unlessThere` names unique fields: rows whose values are stored are left out. Return the written rows.
   */
  createAll<P extends AnyPaper>(
    paper: P,
    rows: readonly Partial<Row<P>>[],
    options?: { readonly unlessThere?: FieldName<P> | readonly FieldName<P>[] },
  ): Promise<Row<P>[]>;
  /**
   * Move many rows by one of the lifecycle's own moves, in few statements; each is logged. Return the ids of the moved
   * rows: those in a state where such a move begins.
   */
  moveAll<P extends AnyPaper>(
    paper: P,
    ids: readonly string[],
    to: string,
    why: string,
    values?: Partial<Row<P>>,
  ): Promise<string[]>;
  /** Return `count` new document numbers of a paper, as numbered on a day (`yyyy-MM-dd`); absent: today. */
  numbers(paper: AnyPaper, count: number, day?: string): Promise<string[]>;
  /** Do an action of a lifecycle as the product itself, with its effects. */
  act<P extends AnyPaper>(paper: P, id: string, action: string, input?: Record<string, unknown>): Promise<Row<P>>;
  /** Move a paper by one of its lifecycle's own moves; return null in a state where no such move begins. */
  move<P extends AnyPaper>(
    paper: P,
    id: string,
    to: string,
    why: string,
    values?: Partial<Row<P>>,
  ): Promise<Row<P> | null>;
  remove(paper: AnyPaper, id: string): Promise<void>;
  /** Remove many rows in few statements; one that must stay refuses all. */
  removeAll(paper: AnyPaper, ids: readonly string[]): Promise<void>;
  /**
   * Redirect up to `most` references from one row to another, those of removed rows too. Return the number of changed
   * rows.
   */
  repoint(
    paper: AnyPaper,
    how: { readonly from: string; readonly to: string; readonly most: number; readonly note: LocalizedText },
  ): Promise<number>;
  /** Replace a key of a dictionary in every row, removed ones too. Return the number of changed rows. */
  rekey(
    code: string,
    how: { readonly from: string; readonly to: string; readonly note: LocalizedText },
  ): Promise<number>;
  /** Return a new id, for rows inserted by a statement of the caller. */
  newId(): Promise<string>;
  /** Return new ids, the smaller first. */
  newIds(count: number): Promise<string[]>;
  /**
   * Add one entry to the action log or audit of a row, without a change of a field. An action without a label is shown
   * by `words`.
   */
  note(paper: AnyPaper, id: string, action: string, words: LocalizedText): Promise<void>;
  /** Publish an event after the commit, at least once: `<paper>.<action>`. */
  emit(event: string, data: Record<string, unknown>): Promise<void>;
  /**
   * Return this transaction as a decision of a process (`role`). It needs no button and calls no gate; every other
   * check applies. `sent` is the input of the decision. Only acts by the returned context, and their consequences, run
   * this way.
   */
  under(change: { readonly role?: 'mandate'; readonly sent?: Readonly<Record<string, unknown>> }): Context;
  /** The input of the decision of a process. */
  readonly sent?: Readonly<Record<string, unknown>>;
  /** Note that a row of this table is due after the commit (`RoomServer.due`). */
  comesDue(table: string): void;
  /**
   * Make a link that opens one row for its customer (`guestKinds`), without a login. Return its address, or null where
   * the product has no public address. The address is never stored: send it at once.
   */
  guestLink(kind: string, rowId: string, options?: LinkOptions): Promise<string | null>;
  /** Revoke all living links of a row. Return their number. */
  revokeGuestLinks(kind: string, rowId: string): Promise<number>;
  /** Let the links of one row open another: those of all kinds whose rows are of this paper. */
  moveGuestLinks(paper: AnyPaper, how: { readonly from: string; readonly to: string }): Promise<void>;
  /** Call the service of another room in this transaction. If it refuses, the whole transaction is rolled back. */
  call<I, O>(service: Service<I, O>, input: I): Promise<O>;
  /** Return a filter of a list of a paper (`customerLevel_in`, `vip,normal`) as text; personal numbers masked. */
  inWords(paper: AnyPaper, key: string, value: string, language: Language): Promise<string>;
  /** Start a job of a behaviour after the commit. Return its id, by which its person follows it. */
  enqueueJob(job: string, title: Label, input: Readonly<Record<string, unknown>>): Promise<string>;
  /**
   * Let statements see the rows of another tenant, and no others, until the work is done. Refuse with 403 all but the
   * platform's own people.
   */
  inTenant<T>(tenantId: string, work: () => Promise<T>): Promise<T>;
  /** Lock keys until the end of the transaction, in the order of the caller. Wait while another transaction holds one. */
  lock(...keys: readonly string[]): Promise<void>;
  /**
   * Run statements in a transaction of their own, which is committed whatever becomes of this one. Simulators of systems
   * outside the product use it.
   */
  outside<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Set the message of the answer, which is “done” otherwise. A call that is not repeated gets it. */
  say(words: Label): void;
  /** Allow each further statement two minutes instead of ten seconds, for work on tens of thousands of rows. */
  takesLong(): void;
}
