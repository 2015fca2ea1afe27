import { isEmpty } from '#kernel/fields/kind.ts';
import type { Field } from '#kernel/language/field.ts';
import type { AnyPaper, Draft, Row } from '#kernel/language/paper.ts';
import { type Label, type Language, type LocalizedText, labelIn } from '#kernel/language/label.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Room } from '#kernel/language/room.ts';
import type { Contribution } from '#kernel/language/rooms/contribution.ts';
import type { Question, Service } from '#kernel/language/rooms/service.ts';
import { addedTo } from '../assembly/contributed.ts';
import { type Person, holds, holdsOwn, visibleTo } from '#kernel/language/permission.ts';
import type { Carrying, Context, Match, Origin, Pointing } from '../context.ts';
import type { Actor, ReadOnlyReason } from '../actor.ts';
import { inZone } from '../time/clock.ts';
import type { Tenancy, Writing } from '../database/database.ts';
import { RowLocks } from '../database/row-locks.ts';
import { type Change, type App, paperNamed } from '../app.ts';
import { Parameters } from '../list/filter.ts';
import { whereSql } from '../list/where.ts';
import { oneOf, pointedIn } from '../list/pointed.ts';
import { http as refuseHttp, row as refuse } from '../refusals.ts';
import { fileLink, fileOwnerOf } from '../rows/presenter.ts';
import { carryingKeys, rekey, savedKeys } from '../rows/rekey.ts';
import { assertMay, listPage, reasonGiven } from '../rows/read.ts';
import { act, move } from './action.ts';
import { appendRows } from './append.ts';
import { writeLog } from './log.ts';
import { removeRow } from './remove.ts';
import { pointingAt, repoint } from './repoint.ts';
import { insertRow, updateRow } from './save.ts';
import { type Stored, lockAndRead, readStored } from './stored.ts';
import { findRows, firstRows } from './find.ts';
import { areOfOneHeader } from './headers.ts';
import { MOST_PRESENT } from './lines.ts';
import { changeRows, insertRows, moveRows, numberFieldOf } from './many.ts';
import { nextNumbers } from './number.ts';
import { conditionInWords } from '../rows/words.ts';
import { assertVisible, visibleCondition, readVisible, readPartsOfVisible } from '../rows/visible-rows.ts';
import { presentTo } from '../rows/present-answer.ts';

export type { Actor, ReadOnlyReason };

/** So long a statement of great work may take, in milliseconds. */
const LONG_MS = 120_000;

/** One transaction under way: the business's context, and what the kernel needs besides. */
export class Transaction implements Context {
  readonly app: App;
  readonly actor: Actor;
  /** What is sent, and what is held meanwhile. */
  readonly locks: RowLocks;
  /** Announced when the transaction is kept. */
  readonly changes: Change[] = [];
  /** Is there something to tell when the transaction is kept? */
  hasEmitted = false;
  /** Nothing of it will be kept, whatever it says. */
  isTrial = false;
  /** Was a job asked for that may begin when the transaction is kept? */
  hasEnqueuedJob = false;
  /** Why the person does this on behalf of others; null where he acts in his own right. */
  onBehalfOf: string | null = null;
  /** What the person said, should a verb on the way be somebody else's; absent where the call has no place for it. */
  #offered: unknown;
  readonly #captions = new Map<string, Promise<string>>();
  #now: string | undefined;

  constructor(app: App, actor: Actor, sql: Writing) {
    this.app = app;
    this.actor = actor;
    this.locks = new RowLocks(sql, app.lockWatch?.begun());
  }

  get sql(): Writing {
    return this.locks;
  }

  get tenantId(): string {
    return this.actor.tenancy.tenantId;
  }
  get person(): Person {
    return this.actor.person;
  }
  get language(): Language {
    return this.actor.language;
  }
  get origin(): Origin {
    return this.actor.origin;
  }
  /** The department of what this person makes. */
  get dept(): string | null {
    return this.person.departments[0] ?? null;
  }

  now(): string {
    return (this.#now ??= inZone(this.app.clock.ms(), this.actor.tenancy.zone));
  }
  /** A row was waited for: what is written from here on is not earlier than its lock, nor than what others wrote on it last. */
  lockedAt(last: string): void {
    const now = inZone(this.app.clock.ms(), this.actor.tenancy.zone);
    this.#now = [this.#now ?? '', now, last].reduce((one, other) => (one > other ? one : other));
  }

  today(): string {
    return this.now().slice(0, 10);
  }
  opened(paper: AnyPaper, row: object, field: string): string | null {
    return this.app.vault.open(String((row as Stored)[field] ?? ''), { tenantId: this.tenantId, paper, field });
  }
  link(paper: AnyPaper, attachment: string): string {
    return fileLink(this.app, fileOwnerOf(this.app, [paper], this.tenantId), attachment);
  }
  /** What he holds on behalf of others counts where he said why he stands in. */
  may(button: string): boolean {
    return this.onBehalfOf === null ? holdsOwn(this.person, button) : holds(this.person, button);
  }
  /** Takes why he stands in for others, and what he said for verbs on the way; without words for those they are refused, not asked about. */
  actOnBehalf(inStead: string | null, said?: unknown): void {
    this.onBehalfOf = inStead;
    this.#offered = said;
  }

  need(button: string, otherwise: Refusal): void {
    if (this.may(button)) return;
    if (this.#offered === undefined || !holds(this.person, button)) throw otherwise;
    this.onBehalfOf = reasonGiven(this.#offered);
  }

  /** What he gave for a reason; null where he gave none. */
  get givenReason(): string | null {
    return (typeof this.#offered === 'string' && this.#offered.trim().slice(0, 500)) || null;
  }

  why(): string {
    const { givenReason: said } = this;
    if (!said) throw refuse.reasonNeeded({ fields: [{ field: 'reason', words: ['请填写原因', 'Say why'] }] });
    return said;
  }

  present<T extends object>(paper: AnyPaper, row: T): T {
    return presentTo(this.person, paper, row);
  }

  parameter(key: string): Promise<string> {
    return this.app.ports.parameter(this.tenantId, key);
  }

  newId(): Promise<string> {
    return this.app.ids.next(this.app.clock.ms());
  }

  /** How rows are called, for the log; a transaction that makes many rows asks for each name once. */
  captions(name: string, ids: string[]): Promise<string> {
    const key = `${name} ${ids.join(' ')}`;
    const known = this.#captions.get(key) ?? this.#captionsOf(name, ids);
    this.#captions.set(key, known);
    return known;
  }

  /** Asks at once how all of them are called that values of a field point at. */
  async learnCaptions(field: Field, values: readonly unknown[]): Promise<void> {
    const to = field.paper && !field.many ? pointedIn(this.app)(field.paper) : undefined;
    const open = [...new Set(values.filter((one) => !isEmpty(one)).map(String))].filter(
      (id) => !this.#captions.has(`${field.paper} ${id}`),
    );
    if (!to || open.length < 2) return;
    const [key, asked] = oneOf(to, open);
    const rows = await this.sql.query<{ k: string; c: string }>(
      `select ${to.key}::text as k, ${to.caption} as c from ${to.table} where ${key}${to.tenants ? ' and tenant_id = $2' : ''}`,
      to.tenants ? [asked, this.tenantId] : [asked],
    );
    const names = new Map(rows.map((row) => [row.k, row.c]));
    for (const id of open) this.#captions.set(`${field.paper} ${id}`, Promise.resolve(names.get(id) || id));
  }

  async #captionsOf(name: string, ids: string[]): Promise<string> {
    const to = pointedIn(this.app)(name);
    if (!to) return ids.join('、');
    const [key, asked] = oneOf(to, ids);
    const rows = await this.sql.query<{ c: string }>(
      `select ${to.caption} as c from ${to.table} where ${key}${to.tenants ? ' and tenant_id = $2' : ''}`,
      to.tenants ? [asked, this.tenantId] : [asked],
    );
    return rows.map((row) => row.c).join('、') || ids.join('、');
  }

  async get<P extends AnyPaper>(paper: P, id: string): Promise<Row<P>> {
    const found = await readStored(this, paper, id);
    if (!found) throw refuse.missing({ title: paper.title });
    return found as Row<P>;
  }

  async lockRows<P extends AnyPaper>(paper: P, ids: readonly string[]): Promise<Row<P>[]> {
    return (await lockAndRead(this, paper, ids)) as Row<P>[];
  }

  /** So many rows there may be by what is asked for, whatever somebody expects: those that are named, or the lines of one header. */
  #atMost(paper: AnyPaper, match: Stored): number {
    if (Array.isArray(match.id)) return match.id.length;
    return areOfOneHeader(this.app.papers, paper, match) ? MOST_PRESENT : 0;
  }

  async find<P extends AnyPaper>(paper: P, match: Match<P>, limit = 100): Promise<Row<P>[]> {
    // Who asks for one asks for the first.
    if (limit === 1) return (await firstRows(this, paper, match as Stored, limit)) as Row<P>[];
    return (await findRows(
      this,
      paper,
      match as Stored,
      Math.max(limit, this.#atMost(paper, match as Stored)),
    )) as Row<P>[];
  }

  async first<P extends AnyPaper>(paper: P, match: Match<P>, most: number): Promise<Row<P>[]> {
    return (await firstRows(this, paper, match as Stored, most)) as Row<P>[];
  }

  async create<P extends AnyPaper>(paper: P, draft: Draft<P> | (Draft<P> & Partial<Row<P>>)): Promise<Row<P>> {
    return (await insertRow(this, paper, draft as Stored, { trusted: true })) as Row<P>;
  }

  async append<P extends AnyPaper>(paper: P, rows: readonly (Draft<P> & Partial<Row<P>>)[]): Promise<Row<P>[]> {
    return (await appendRows(this, paper, rows as readonly Stored[])) as Row<P>[];
  }

  page(paper: AnyPaper, query: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    return listPage(this.app, this.actor, paper, query, this.sql);
  }

  filterSql(paper: AnyPaper, query: Readonly<Record<string, unknown>>): { where: string; values: readonly unknown[] } {
    const values = new Parameters();
    const { where } = assertMay(this.actor, paper, 'view');
    return {
      where: whereSql(
        this.app,
        { paper: visibleTo(this.person, paper), tenantId: this.tenantId, where, query, now: this.now() },
        values,
      ),
      values: values.values,
    };
  }

  async submit<P extends AnyPaper>(paper: P, body: Readonly<Record<string, unknown>>): Promise<Row<P>> {
    return (await insertRow(this, paper, body, { extra: body, draft: body.draft === true })) as Row<P>;
  }

  async resubmit<P extends AnyPaper>(paper: P, id: string, body: Readonly<Record<string, unknown>>): Promise<Row<P>> {
    return (await updateRow(this, paper, id, body, { extra: body })) as Row<P>;
  }

  async change<P extends AnyPaper>(
    paper: P,
    id: string,
    values: Partial<Row<P>>,
    note?: LocalizedText,
  ): Promise<Row<P>> {
    return (await updateRow(this, paper, id, values as Stored, { trusted: true, note })) as Row<P>;
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
    return (await act(this, { paper, id, action, input, where: [{ kind: 'all' }] })) as Row<P>;
  }

  async move<P extends AnyPaper>(
    paper: P,
    id: string,
    to: string,
    why: string,
    values: Partial<Row<P>> = {},
  ): Promise<Row<P> | null> {
    return (await move(this, { paper, id, to, why, values: values as Stored })) as Row<P> | null;
  }

  async createAll<P extends AnyPaper>(paper: P, rows: readonly Partial<Row<P>>[]): Promise<Row<P>[]> {
    return (await insertRows(this, paper, rows as readonly Stored[])) as Row<P>[];
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

  visibleSql(paper: AnyPaper, query: Readonly<Record<string, unknown>>): Promise<{ sql: string; values: unknown[] }> {
    return visibleCondition(this, paper, query);
  }

  async assertVisible<P extends AnyPaper>(paper: P, ids: readonly string[], action: string): Promise<Row<P>[]> {
    return (await assertVisible(this, paper, ids, action)) as Row<P>[];
  }

  readVisible(paper: AnyPaper, query: Readonly<Record<string, unknown>>, limit = 100): Promise<Stored[]> {
    return readVisible(this, paper, query, limit);
  }

  readPartsOfVisible(paper: AnyPaper, query: Readonly<Record<string, unknown>>, limit = 100): Promise<Stored[]> {
    return readPartsOfVisible(this, paper, query, limit);
  }

  async remove(paper: AnyPaper, id: string): Promise<void> {
    await removeRow(this, paper, id, { where: [{ kind: 'all' }] });
  }

  pointing(paper: AnyPaper, id: string): Promise<readonly Pointing[]> {
    return pointingAt(this, paper, id);
  }

  repoint(paper: AnyPaper, how: { from: string; to: string; most: number; note: LocalizedText }): Promise<number> {
    return repoint(this, paper, how);
  }

  carrying(code: string): Promise<readonly Carrying[]> {
    return carryingKeys(this, code);
  }

  savedKeys(code: string): Promise<Readonly<Record<string, number>>> {
    return savedKeys(this, code);
  }

  rekey(code: string, how: { from: string; to: string; note: LocalizedText }): Promise<number> {
    return rekey(this, code, how);
  }

  async note(paper: AnyPaper, id: string, action: string, words: LocalizedText): Promise<void> {
    const row = (await this.get(paper, id)) as unknown as Stored;
    await writeLog(this, {
      paper,
      row,
      before: row,
      action,
      label: typeof words === 'string' ? [words, words] : words,
      remark: words,
    });
    // What is noted is news to whoever keeps an answer about this row: its rights, its sessions.
    this.changed(paper, row, action);
  }

  async emit(event: string, data: Record<string, unknown>): Promise<void> {
    this.hasEmitted = true;
    const told = { id: await this.newId(), event, data };
    this.locks.onCommit('anju_outbox', told, (all) => [
      {
        text: 'insert into anju_outbox (id, tenant_id, event, data, at, tries) select r.id, $1, r.event, r.data, $3, 0 from jsonb_to_recordset($2::jsonb) as r(id bigint, event text, data jsonb)',
        values: [this.tenantId, JSON.stringify(all), this.now()],
      },
    ]);
  }

  async call<I, O>(service: Service<I, O>, input: I): Promise<O> {
    const serving = this.app.services.get(service.name);
    if (!serving) throw new Error(`nobody serves ${service.name}`);
    return (await serving.work(this, input as never)) as O;
  }

  ask<I, O>(question: Question<I, O>, input: I): Promise<O> {
    return this.call<I, O>(question, input);
  }

  contributions<T>(place: Contribution<T>): readonly T[] {
    return addedTo(this.app, place);
  }

  inWords(paper: AnyPaper, key: string, value: string, language: Language): Promise<string> {
    return conditionInWords(this, paper, key, value, language);
  }

  async enqueueJob(job: string, title: Label, asked: Readonly<Record<string, unknown>>): Promise<string> {
    this.hasEnqueuedJob = true;
    return await this.app.jobs.ask(this, { kind: job, title: labelIn(title, this.language), asked });
  }

  get rooms(): readonly Room[] {
    return this.app.rooms;
  }

  async inTenant<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    if (!this.person.platform) throw refuseHttp.forbidden();
    const enter = (id: string): void => this.sql.enqueue("select set_config('anju.tenant', $1, true)", [id]);
    enter(tenantId);
    // Also after a refusal: whoever catches it goes on in his own tenant.
    try {
      return await work();
    } finally {
      enter(this.tenantId);
    }
  }

  async lock(key: string): Promise<void> {
    // Whatever is asked after it waits with it.
    this.sql.enqueue('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${this.tenantId} ${key}`]);
  }

  takesLong(): void {
    this.sql.enqueue(`set local statement_timeout = ${LONG_MS}`);
  }

  /** Remembers that a row changed, for those who look at it. */
  changed(paper: AnyPaper, row: Stored, action: string): void {
    this.changes.push({
      tenantId: this.tenantId,
      paper: paper.name,
      id: String(row.id),
      action,
      person: this.person.id,
      dept: (row.createDept as string) ?? null,
    });
  }

  paper(name: string): AnyPaper {
    return paperNamed(this.app, name);
  }
}

const MOST_TRIES = 4;

/** PostgreSQL chose this transaction to give way to another; nothing of it was kept. */
const gaveWay = (error: unknown): boolean => ['40P01', '40001'].includes((error as { code?: string }).code ?? '');

/** Runs a business transaction; what it changed is announced when it is kept. One that gave way to another is run again. */
export async function transact<T>(app: App, actor: Actor, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const { result, tx } = await app.db.write(actor.tenancy, async (sql) => {
        const begun = new Transaction(app, actor, sql);
        const result = await work(begun);
        begun.locks.flush();
        return { result, tx: begun };
      });
      for (const change of tx.changes) app.announce(change);
      if (tx.hasEmitted) app.outbox.kick();
      if (tx.hasEnqueuedJob) app.jobs.nudge();
      return result;
    } catch (error) {
      if (tries >= MOST_TRIES || !gaveWay(error)) throw error;
    }
  }
}
