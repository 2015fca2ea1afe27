import { isEmpty } from '#kernel/fields/kind.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label, Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Person, holds, holdsOwn } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Room } from '#kernel/language/room.ts';
import type { Actor } from '../../session/actor.ts';
import { type App, paperNamed } from '../../app.ts';
import type { Context, Origin, Sql, Writing } from '../../context.ts';
import type { Gateway } from '../../settings/settings.ts';
import { callScope } from '../../database/call-scope.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { oneOf, pointedIn } from '../../list/pointed.ts';
import { http as refuseHttp, row as refuse } from '../../refusals.ts';
import { reasonGiven } from '../authority.ts';
import type { Stored } from '../../rows/stored-row.ts';
import type { Authority } from '../authority.ts';
import type { WriteSession } from './session.ts';

/** The company of the demo, which simulators serve. */
const DEMO_TENANT = '000000';

/** Time limit of a statement after `takesLong` (milliseconds). */
const LONG_MS = 120_000;

/** A transaction under way, and the authority that acts in it. Subclasses read and write rows. */
export abstract class DatabaseSession {
  /** The context of rooms: their reads and writes belong to the transaction. */
  abstract readonly context: Context;
  readonly session: WriteSession;
  readonly authority: Authority;
  readonly app: App;
  readonly actor: Actor;
  readonly person: Person;
  readonly tenantId: string;
  readonly locks: RowLocks;
  readonly sql: Writing;
  readonly language: Language;
  readonly origin: Origin;
  readonly zone: string;
  /** Department of the person, and so of the rows that the person creates; null without one. */
  readonly dept: string | null;

  constructor(session: WriteSession, authority: Authority) {
    const { app, actor, locks } = session;
    this.session = session;
    this.authority = authority;
    this.app = app;
    this.actor = actor;
    this.person = actor.person;
    this.tenantId = actor.tenancy.tenantId;
    this.locks = locks;
    this.sql = locks;
    this.language = actor.language;
    this.origin = actor.origin;
    this.zone = actor.tenancy.zone;
    this.dept = actor.person.departments[0] ?? null;
  }

  now(): string {
    return this.session.now();
  }

  lockedAt(last: string): void {
    this.session.lockedAt(last);
  }

  instant(): number {
    return this.app.clock.ms();
  }

  today(): string {
    return this.now().slice(0, 10);
  }

  opened(paper: AnyPaper, row: object, field: string): string | null {
    return this.app.vault.open(String((row as Stored)[field] ?? ''), { tenantId: this.tenantId, paper, field });
  }

  /** May the caller press this button? Rights held on behalf of others count once a reason was sent. */
  may(button: string): boolean {
    return this.authority.standing.onBehalfOf === null ? holdsOwn(this.person, button) : holds(this.person, button);
  }

  need(button: string, otherwise: Refusal): void {
    const { role, standing } = this.authority;
    if (role === 'mandate' || this.may(button)) return;
    if (standing.reason === undefined || !holds(this.person, button)) throw otherwise;
    standing.onBehalfOf = reasonGiven(standing.reason);
  }

  /** Reason sent with the call; null where there is none. */
  get givenReason(): string | null {
    const { reason } = this.authority.standing;
    return (typeof reason === 'string' && reason.trim().slice(0, 500)) || null;
  }

  /** Input of the decision of a process; undefined without such a decision. */
  get sent(): Readonly<Record<string, unknown>> | undefined {
    return this.authority.sent;
  }

  why(): string {
    const { givenReason: reason } = this;
    if (!reason) throw refuse.reasonNeeded({ fields: [{ field: 'reason', words: ['请填写原因', 'Say why'] }] });
    return reason;
  }

  parameter(key: string): Promise<string> {
    return this.app.ports.parameter(this.tenantId, key);
  }

  adapter(name: string): Gateway | null {
    return this.app.settings.adapters.get(name) ?? null;
  }

  get publicUrl(): string | null {
    return this.app.settings.publicUrl ?? null;
  }

  get isDemo(): boolean {
    return this.app.settings.demo && this.tenantId === DEMO_TENANT;
  }

  outside<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.app.sidePool.write(this.actor.tenancy, work);
  }

  newId(): Promise<string> {
    return this.app.ids.next(this.app.clock.ms());
  }

  newIds(count: number): Promise<string[]> {
    return this.app.ids.take(count, this.app.clock.ms());
  }

  /** Return the captions of rows for the log, joined. Each is read once a transaction. */
  captions(name: string, ids: string[]): Promise<string> {
    const key = `${name} ${ids.join(' ')}`;
    const known = this.session.captions.get(key) ?? this.#captionsOf(name, ids);
    this.session.captions.set(key, known);
    return known;
  }

  /** Read the captions of all rows that values of a field refer to by one statement, for the log. */
  async learnCaptions(field: Field, values: readonly unknown[]): Promise<void> {
    const to = field.paper && !field.many ? pointedIn(this.app)(field.paper) : undefined;
    const open = [...new Set(values.filter((one) => !isEmpty(one)).map(String))].filter(
      (id) => !this.session.captions.has(`${field.paper} ${id}`),
    );
    if (!to || open.length < 2) return;
    const [key, keys] = oneOf(to, open);
    const rows = await this.sql.query<{ k: string; c: string }>(
      `select ${to.key}::text as k, ${to.caption} as c from ${to.table} where ${key}${to.tenants ? ' and tenant_id = $2' : ''}`,
      to.tenants ? [keys, this.tenantId] : [keys],
    );
    const names = new Map(rows.map((row) => [row.k, row.c]));
    for (const id of open) this.session.captions.set(`${field.paper} ${id}`, Promise.resolve(names.get(id) || id));
  }

  async #captionsOf(name: string, ids: string[]): Promise<string> {
    const to = pointedIn(this.app)(name);
    if (!to) return ids.join('、');
    const held = to.key === 'id' && ids.length === 1 ? this.locks.row(to.table, ids[0]) : undefined;
    if (held) return String(held[this.paper(name).caption] ?? '') || ids[0];
    const [key, keys] = oneOf(to, ids);
    const rows = await this.sql.query<{ c: string }>(
      `select ${to.caption} as c from ${to.table} where ${key}${to.tenants ? ' and tenant_id = $2' : ''}`,
      to.tenants ? [keys, this.tenantId] : [keys],
    );
    return rows.map((row) => row.c).join('、') || ids.join('、');
  }

  async emit(event: string, data: Record<string, unknown>): Promise<void> {
    this.session.hasEmitted = true;
    const entry = { id: await this.newId(), event, data };
    this.locks.onCommit('anju_outbox', entry, (all) => [
      {
        text: 'insert into anju_outbox (id, tenant_id, event, data, at, tries) select r.id, $1, r.event, r.data, $3, 0 from jsonb_to_recordset($2::jsonb) as r(id bigint, event text, data jsonb)',
        values: [this.tenantId, JSON.stringify(all), this.now()],
      },
    ]);
  }

  comesDue(table: string): void {
    this.session.dueTables.add(table);
  }

  get rooms(): readonly Room[] {
    return this.app.rooms;
  }

  async inTenant<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    if (!this.person.platform) throw refuseHttp.forbidden();
    const enter = (id: string): void => this.sql.enqueue("select set_config('anju.tenant', $1, true)", [id]);
    enter(tenantId);
    // Return to the own tenant also after an error: a caller that catches it goes on there.
    try {
      return await work();
    } finally {
      enter(this.tenantId);
    }
  }

  async lock(...keys: readonly string[]): Promise<void> {
    const [first, ...more] = keys.map((key) => `${this.tenantId} ${key}`);
    if (first === undefined) return;
    // Send the lock without awaiting it: later statements of the connection wait behind it.
    if (!more.length) this.sql.enqueue('select pg_advisory_xact_lock(hashtextextended($1, 0))', [first]);
    else
      this.sql.enqueue('select pg_advisory_xact_lock(hashtextextended(k, 0)) from unnest($1::text[]) as k', [
        [first, ...more],
      ]);
  }

  say(words: Label): void {
    const scope = callScope();
    if (scope) scope.said = words;
  }

  takesLong(): void {
    this.sql.enqueue(`set local statement_timeout = ${LONG_MS}`);
  }

  /** Note a changed row, to be announced to open pages after the commit. */
  changed(paper: AnyPaper, row: { readonly id: string; readonly createDept: string | null }, action: string): void {
    this.session.changes.push({
      tenantId: this.tenantId,
      paper: paper.name,
      id: row.id,
      action,
      person: this.person.id,
      dept: row.createDept ?? null,
      request: this.origin.requestId,
    });
  }

  paper(name: string): AnyPaper {
    return paperNamed(this.app, name);
  }
}
