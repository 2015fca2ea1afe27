import type { AnyPaper } from '#kernel/language/paper.ts';
import { decide } from '#kernel/language/permission.ts';
import { type App, paperNamed } from '../../app.ts';
import type { Sql } from '../../context.ts';
import type { Actor } from '../../session/actor.ts';
import { Parameters } from '../../database/statement.ts';
import { scopeSql } from '../../list/scope.ts';
import { http as refuse } from '../../refusals.ts';
import { coreCalls } from '../calls/core.calls.ts';
import { implementRoute } from '../calls/implement.ts';
import type { Route } from '../route.ts';

/** Source of values that change all the time and are no fields of rows. Open pages get them. */
export interface WatchedSource {
  readonly paper: AnyPaper;
  /**
   * Return the current values of rows, where they are newer than `at` (milliseconds). The caller has checked the
   * permission scope.
   */
  read(sql: Sql, rows: readonly KnownRow[]): Promise<readonly WatchedValue[]>;
}

/** Moment of the values that a page has of a row; 0: none yet. */
export interface KnownRow {
  readonly id: string;
  readonly at: number;
}

export interface WatchedValue {
  readonly id: string;
  readonly at: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Rows that one open page shows. */
export interface Watch {
  readonly tenantId: string;
  readonly personId: string;
  readonly sessionId: string;
  /** Id of the open page. A later call of the same page replaces its watch. */ readonly page: string;
  readonly of: string;
  readonly ids: readonly string[];
}

interface StoredWatch extends Watch {
  until: number;
  /**
   * Moment of the values that the page has, by row. One moment for all rows would lose values: clocks of devices
   * differ, and late values are sent late.
   */
  readonly known: Map<string, number>;
}

/** Watches expire unless they are renewed (milliseconds). */
const EXPIRES_MS = 60_000;
const EVERY_MS = 1000;
const MAX_PAGES_OF_SESSION = 20;

/**
 * Sends open pages the current values of their rows once a second. Each second, one query per source and company serves
 * all pages, however many messages devices send.
 */
export class Watches {
  readonly #sources: ReadonlyMap<string, WatchedSource>;
  readonly #send: (watch: Watch, data: Readonly<Record<string, unknown>>) => void;
  readonly #watches = new Map<string, StoredWatch>();
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;

  constructor(
    sources: ReadonlyMap<string, WatchedSource>,
    send: (watch: Watch, data: Readonly<Record<string, unknown>>) => void,
  ) {
    this.#sources = sources;
    this.#send = send;
  }

  sourceOf(name: string): WatchedSource | undefined {
    return this.#sources.get(name);
  }

  /** Set the rows that a page watches; none: the watch ends. */
  put(app: App, watch: Watch): void {
    const key = `${watch.sessionId} ${watch.page} ${watch.of}`;
    const before = this.#watches.get(key)?.known;
    this.#watches.delete(key);
    if (watch.ids.length === 0) return;
    const ofSession = [...this.#watches].filter(([, one]) => one.sessionId === watch.sessionId);
    if (ofSession.length >= MAX_PAGES_OF_SESSION) this.#watches.delete(ofSession[0][0]);
    const known = new Map(watch.ids.map((id) => [id, before?.get(id) ?? 0]));
    this.#watches.set(key, { ...watch, known, until: performance.now() + EXPIRES_MS });
    this.#timer ??= setInterval(() => void this.#ask(app), EVERY_MS);
    this.#timer.unref();
  }

  async #ask(app: App): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const now = performance.now();
    for (const [key, one] of this.#watches) if (one.until < now) this.#watches.delete(key);
    if (this.#watches.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    try {
      const groups = Map.groupBy(this.#watches.values(), (one) => `${one.tenantId} ${one.of}`);
      for (const watches of groups.values()) await this.#askOne(app, watches);
    } catch {
      // The database cannot be reached: the next second tries again.
    } finally {
      this.#isAsking = false;
    }
  }

  async #askOne(app: App, watches: readonly StoredWatch[]): Promise<void> {
    const [{ tenantId, of }] = watches;
    const source = this.#sources.get(of);
    if (!source) return;
    const oldest = new Map<string, number>();
    for (const watch of watches)
      for (const [id, at] of watch.known) oldest.set(id, Math.min(at, oldest.get(id) ?? Infinity));
    const wanted = [...oldest].map(([id, at]) => ({ id, at }));
    const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    const found = await app.db.read(tenancy, (sql) => source.read(sql, wanted));
    for (const watch of watches) {
      const rows = found.filter(({ id, at }) => at > (watch.known.get(id) ?? Infinity));
      for (const { id, at } of rows) watch.known.set(id, at);
      if (rows.length > 0) this.#send(watch, { type: 'values', of, rows });
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/**
 * Call by which a page sets its watched rows, and renews them now and then. The permission scope is checked each time.
 */
export const watchRoute = (watches: Watches, tellOthers: (watch: Watch) => void): Route =>
  implementRoute(
    coreCalls.watch,
    async ({ of, page, ids }, { app, actor, sessionId }) => {
      const source = watches.sourceOf(of);
      if (!source) throw refuse.missing({ what: 'of' });
      const seen = await seenOf(app, actor, source.paper, ids ?? []);
      const watch = { tenantId: actor.tenancy.tenantId, personId: actor.person.id, sessionId, page, of, ids: seen };
      watches.put(app, watch);
      tellOthers(watch);
      return { ids: seen };
    },
    { harmless: 'always' },
  );

/** Return those of the ids whose rows a person may see. */
async function seenOf(
  app: App,
  { person, tenancy }: Actor,
  paper: AnyPaper,
  ids: readonly string[],
): Promise<string[]> {
  const { allow, where } = decide(person, paper, 'view');
  if (!allow || ids.length === 0) return [];
  const values = new Parameters();
  const scope = scopeSql(paper, where, values, (name) => paperNamed(app, name));
  const rows = await app.db.read(tenancy, (sql) =>
    sql.query<{ id: string }>(
      `select t.id::text as id from ${paper.table} t where t.tenant_id = ${values.add(person.tenantId)} and t.id = any(${values.add(ids)}::bigint[]) and t.is_deleted = 0 and ${scope}`,
      values.values,
    ),
  );
  return rows.map(({ id }) => id);
}
