import type { SentBody } from '#kernel/language/calls/call.ts';
import type { AnyPaper, Draft, FieldName, Row } from '#kernel/language/paper.ts';
import { type Label, type LocalizedText, labelIn } from '#kernel/language/label.ts';
import { type Question, type Service } from '#kernel/language/rooms/service.ts';
import type { Context, Writing } from '../context.ts';
import { type Actor } from '../session/actor.ts';
import { type App } from '../app.ts';
import type { LinkOptions } from '../session/guest/guest-link.ts';
import { makeGuestLink, moveGuestLinks, revokeGuestLinks } from '../session/guest/guest-links.ts';
import { rekey } from '../rows/rekey.ts';
import { RowReader } from '../rows/row-reader.ts';
import type { Amendment } from './authority.ts';
import { type Authority, ownAuthority } from './authority.ts';
import { actOnRows, byPerson, byProduct, insertRow, moveByProduct, removeStoredRows, updateRow } from './acts.ts';
import { appendRows } from './many/append.ts';
import { writeLog } from './log/log.ts';
import { touchRows } from './many/append.ts';
import { type CreateOptions, createRows } from './many/create.ts';
import { changeRows, moveRows } from './many/many.ts';
import { nextNumbers, numberFieldOf } from './rows/number.ts';
import { repoint } from './rows/referrers.ts';
import { WriteSession } from './session/session.ts';
import type { Stored } from '../rows/stored-row.ts';

export type { Actor };

/** One transaction of the business: reads, writes, and calls to other rooms, committed as a whole or not at all. */
export class Transaction extends RowReader implements Context {
  constructor(session: WriteSession, authority: Authority) {
    super(session, authority);
    session.app.writeWatch?.watch(this);
  }

  /** Return the same transaction under another authority. */
  under(change: Partial<Authority>): Transaction {
    return new Transaction(this.session, { ...this.authority, ...change });
  }

  get context(): Context {
    return this;
  }

  async create<P extends AnyPaper>(paper: P, draft: Draft<P> | (Draft<P> & Partial<Row<P>>)): Promise<Row<P>> {
    return (await insertRow(this, byProduct(this), paper, draft as Stored)) as Row<P>;
  }

  async append<P extends AnyPaper>(paper: P, rows: readonly (Draft<P> & Partial<Row<P>>)[]): Promise<Row<P>[]> {
    return (await appendRows(this, paper, rows as readonly Stored[])) as Row<P>[];
  }

  async touch<P extends AnyPaper>(
    paper: P,
    rows: readonly (Partial<Row<P>> & { readonly id: string })[],
    guard: { readonly where: { readonly [K in FieldName<P>]?: readonly string[] } } = { where: {} },
  ): Promise<string[]> {
    const ids = await touchRows(this, paper, rows as readonly (Stored & { id: string })[], guard.where);
    for (const id of ids) this.changed(paper, { id, createDept: null }, 'touch');
    return ids;
  }

  async submit<P extends AnyPaper>(paper: P, body: SentBody<P>): Promise<Row<P>> {
    return (await insertRow(this, byPerson(this), paper, body, {
      isBody: true,
      isDraft: body.draft === true,
    })) as Row<P>;
  }

  async resubmit<P extends AnyPaper>(paper: P, id: string, body: SentBody<P>): Promise<Row<P>> {
    return (await updateRow(this, byPerson(this), paper, id, body, { isBody: true })) as Row<P>;
  }

  async amend<P extends AnyPaper>(
    paper: P,
    id: string,
    body: SentBody<P>,
    { fields, label, note }: Amendment,
  ): Promise<Row<P>> {
    const authority = { ...byPerson(this), role: 'mandate', opens: fields } as const;
    return (await updateRow(this, authority, paper, id, body, { name: 'amend', label, note })) as Row<P>;
  }

  async change<P extends AnyPaper>(
    paper: P,
    id: string,
    values: Partial<Row<P>>,
    note?: LocalizedText,
  ): Promise<Row<P>> {
    return (await updateRow(this, byProduct(this), paper, id, values, { note })) as Row<P>;
  }

  async changeAll<P extends AnyPaper>(paper: P, changes: ReadonlyMap<string, Partial<Row<P>>>): Promise<void> {
    await changeRows(this, paper, changes as ReadonlyMap<string, Stored>);
  }

  async act<P extends AnyPaper>(
    paper: P,
    id: string,
    action: string,
    input: Record<string, unknown> = {},
  ): Promise<Row<P>> {
    return (await actOnRows(this, byProduct(this), paper, [id], action, input))[0] as Row<P>;
  }

  async move<P extends AnyPaper>(
    paper: P,
    id: string,
    to: string,
    why: string,
    values: Partial<Row<P>> = {},
  ): Promise<Row<P> | null> {
    return (await moveByProduct(this, paper, id, { to, why, values })) as Row<P> | null;
  }

  async createAll<P extends AnyPaper>(
    paper: P,
    rows: readonly Partial<Row<P>>[],
    options: CreateOptions = {},
  ): Promise<Row<P>[]> {
    return (await createRows(this, paper, rows as readonly Stored[], options)) as Row<P>[];
  }

  async moveAll<P extends AnyPaper>(
    paper: P,
    ids: readonly string[],
    to: string,
    why: string,
    values: Partial<Row<P>> = {},
  ): Promise<string[]> {
    return await moveRows(this, { paper, ids, to, why, values: values as Stored });
  }

  async numbers(paper: AnyPaper, count: number, day?: string): Promise<string[]> {
    return count ? nextNumbers(this, paper, numberFieldOf(paper), count, day ?? this.today()) : [];
  }

  async remove(paper: AnyPaper, id: string): Promise<void> {
    await this.removeAll(paper, [id]);
  }

  async removeAll(paper: AnyPaper, ids: readonly string[]): Promise<void> {
    const refused = ids.length ? await removeStoredRows(this, byProduct(this), paper, ids) : new Map();
    for (const why of refused.values()) throw why;
  }

  guestLink(kind: string, rowId: string, options: LinkOptions = {}): Promise<string | null> {
    return makeGuestLink(this, kind, rowId, options);
  }

  revokeGuestLinks(kind: string, rowId: string): Promise<number> {
    return revokeGuestLinks(this, kind, rowId);
  }

  moveGuestLinks(paper: AnyPaper, how: { readonly from: string; readonly to: string }): Promise<void> {
    return moveGuestLinks(this, paper, how);
  }

  repoint(paper: AnyPaper, how: { from: string; to: string; most: number; note: LocalizedText }): Promise<number> {
    return repoint(this, paper, how);
  }

  rekey(code: string, how: { from: string; to: string; note: LocalizedText }): Promise<number> {
    return rekey(this, code, how);
  }

  async note(paper: AnyPaper, id: string, action: string, words: LocalizedText): Promise<void> {
    const row = (await this.get(paper, id)) as Stored;
    await writeLog(this, {
      paper,
      row,
      before: row,
      action,
      label: typeof words === 'string' ? [words, words] : words,
      remark: words,
    });
    // Announce the row as changed, since caches of rights and sessions may depend on it.
    this.changed(paper, row, action);
  }

  async call<I, O>(service: Service<I, O>, input: I): Promise<O> {
    const serving = this.app.services.get(service.name);
    if (!serving) throw new Error(`nobody serves ${service.name}`);
    return (await serving.work(this, input as never)) as O;
  }

  ask<I, O>(question: Question<I, O>, input: I): Promise<O> {
    return this.call<I, O>(question, input);
  }

  async enqueueJob(job: string, title: Label, asked: Readonly<Record<string, unknown>>): Promise<string> {
    this.session.hasEnqueuedJob = true;
    return await this.app.jobs.ask(this, { kind: job, title: labelIn(title, this.language), asked });
  }
}

const MAX_TRIES = 4;

/**
 * Must the transaction run again: after a deadlock, a serialisation failure, or a parent that changed before its lock?
 */
const gaveWay = (error: unknown): boolean => ['40P01', '40001'].includes((error as { code?: string }).code ?? '');

/** Begin a transaction over a connection. */
export const openTransaction = (
  app: App,
  actor: Actor,
  sql: Writing,
  { standing, ...authority }: Authority = ownAuthority(),
): Transaction => new Transaction(new WriteSession(app, actor, sql), { ...authority, standing: { ...standing } });

/**
 * Run a business transaction, and announce its changes after the commit. One that must run again starts from the
 * beginning, at most four runs in all.
 */
export async function transact<T>(
  app: App,
  actor: Actor,
  work: (tx: Transaction) => Promise<T>,
  authority?: Authority,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const { result, session } = await app.db.write(actor.tenancy, async (sql) => {
        const tx = openTransaction(app, actor, sql, authority);
        const result = await work(tx);
        tx.locks.flush();
        return { result, session: tx.session };
      });
      for (const change of session.changes) app.announce(change);
      if (session.hasEmitted) app.outbox.kick();
      for (const table of session.dueTables) app.due.kick(table);
      if (session.hasEnqueuedJob) app.jobs.nudge();
      return result;
    } catch (error) {
      if (tries >= MAX_TRIES || !gaveWay(error)) throw error;
    }
  }
}
