import { isEmpty } from '#kernel/fields/kind.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Person, holds, holdsOwn } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { Room } from '#kernel/language/room.ts';
import type { Actor } from '../../session/actor.ts';
import { type App, paperNamed } from '../../app.ts';
import type { Context, Origin, Writing } from '../../context.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import { oneOf, pointedIn } from '../../list/pointed.ts';
import { http as refuseHttp, row as refuse } from '../../refusals.ts';
import { reasonGiven } from './reason.ts';
import type { Stored } from '../../rows/stored-row.ts';
import type { Authority } from '../authority.ts';
import type { WriteSession } from './session.ts';

/** So long a statement of great work may take, in milliseconds. */
const LONG_MS = 120_000;

/** A transaction under way, and the authority that acts in it. Rows are read and written by what is built on it. */
export abstract class DatabaseSession {
  /** What rooms are handed: what they read and write is kept with the transaction. */
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
  /** The department of what this person makes. */
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

  /** What he holds on behalf of others counts where he said why he stands in. */
  may(button: string): boolean {
    return this.authority.standing.onBehalfOf === null ? holdsOwn(this.person, button) : holds(this.person, button);
  }

  need(button: string, otherwise: Refusal): void {
    const { role, standing } = this.authority;
    if (role === 'mandate' || this.may(button)) return;
    if (standing.reason === undefined || !holds(this.person, button)) throw otherwise;
    standing.onBehalfOf = reasonGiven(standing.reason);
  }

  /** The reason that came with the call; null where none did. */
  get givenReason(): string | null {
    const { reason } = this.authority.standing;
    return (typeof reason === 'string' && reason.trim().slice(0, 500)) || null;
  }

  /** The input that came with the decision of a process. */
  get sent(): Readonly<Record<string, unknown>> | undefined {
    return this.authority.sent;
  }

  why(): string {
    const { givenReason: said } = this;
    if (!said) throw refuse.reasonNeeded({ fields: [{ field: 'reason', words: ['请填写原因', 'Say why'] }] });
    return said;
  }

  parameter(key: string): Promise<string> {
    return this.app.ports.parameter(this.tenantId, key);
  }

  newId(): Promise<string> {
    return this.app.ids.next(this.app.clock.ms());
  }

  newIds(count: number): Promise<string[]> {
    return this.app.ids.take(count, this.app.clock.ms());
  }

  /** How rows are called, for the log; a transaction that makes many rows asks for each name once. */
  captions(name: string, ids: string[]): Promise<string> {
    const key = `${name} ${ids.join(' ')}`;
    const known = this.session.captions.get(key) ?? this.#captionsOf(name, ids);
    this.session.captions.set(key, known);
    return known;
  }

  /** Asks at once how all of them are called that values of a field point at. */
  async learnCaptions(field: Field, values: readonly unknown[]): Promise<void> {
    const to = field.paper && !field.many ? pointedIn(this.app)(field.paper) : undefined;
    const open = [...new Set(values.filter((one) => !isEmpty(one)).map(String))].filter(
      (id) => !this.session.captions.has(`${field.paper} ${id}`),
    );
    if (!to || open.length < 2) return;
    const [key, asked] = oneOf(to, open);
    const rows = await this.sql.query<{ k: string; c: string }>(
      `select ${to.key}::text as k, ${to.caption} as c from ${to.table} where ${key}${to.tenants ? ' and tenant_id = $2' : ''}`,
      to.tenants ? [asked, this.tenantId] : [asked],
    );
    const names = new Map(rows.map((row) => [row.k, row.c]));
    for (const id of open) this.session.captions.set(`${field.paper} ${id}`, Promise.resolve(names.get(id) || id));
  }

  async #captionsOf(name: string, ids: string[]): Promise<string> {
    const to = pointedIn(this.app)(name);
    if (!to) return ids.join('、');
    const held = to.key === 'id' && ids.length === 1 ? this.locks.row(to.table, ids[0]) : undefined;
    if (held) return String(held[this.paper(name).caption] ?? '') || ids[0];
    const [key, asked] = oneOf(to, ids);
    const rows = await this.sql.query<{ c: string }>(
      `select ${to.caption} as c from ${to.table} where ${key}${to.tenants ? ' and tenant_id = $2' : ''}`,
      to.tenants ? [asked, this.tenantId] : [asked],
    );
    return rows.map((row) => row.c).join('、') || ids.join('、');
  }

  async emit(event: string, data: Record<string, unknown>): Promise<void> {
    this.session.hasEmitted = true;
    const told = { id: await this.newId(), event, data };
    this.locks.onCommit('anju_outbox', told, (all) => [
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
