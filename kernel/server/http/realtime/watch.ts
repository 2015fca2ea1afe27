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

/** Values of rows that change all the time and are no fields: where pages that are open get them. */
export interface WatchedSource {
  readonly paper: AnyPaper;
  /** What these rows say now, where that is newer than what each was told of (milliseconds). Whose they are was asked before. */
  read(sql: Sql, rows: readonly ToldRow[]): Promise<readonly WatchedValue[]>;
}

/** Of when the values are that a page knows of a row; 0: none yet. */
export interface ToldRow {
  readonly id: string;
  readonly at: number;
}

export interface WatchedValue {
  readonly id: string;
  readonly at: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What one open page looks at. */
export interface Watch {
  readonly tenantId: string;
  readonly personId: string;
  readonly sessionId: string;
  /** Which page of the person's: the last word of each counts. */ readonly page: string;
  readonly of: string;
  readonly ids: readonly string[];
}

interface Kept extends Watch {
  until: number;
  /**
   * Of when the values are that the page was told, by row. Clocks of devices differ, and what is kept late is told late: one moment for all
   * rows would leave some of them untold.
   */
  readonly told: Map<string, number>;
}

/** A page that does not say again that it looks is gone. */
const KEPT_MS = 60_000;
const EVERY_MS = 1000;
const MOST_PAGES_OF_SESSION = 20;

/**
 * Tells open pages once a second what the rows they look at say now. One question a second and source for all pages of a company, however
 * many messages came: the devices themselves tell nobody.
 */
export class Watches {
  readonly #sources: ReadonlyMap<string, WatchedSource>;
  readonly #send: (watch: Watch, data: Readonly<Record<string, unknown>>) => void;
  readonly #kept = new Map<string, Kept>();
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

  /** A page says what it looks at; nothing: it looks no more. */
  put(app: App, watch: Watch): void {
    const key = `${watch.sessionId} ${watch.page} ${watch.of}`;
    const before = this.#kept.get(key)?.told;
    this.#kept.delete(key);
    if (watch.ids.length === 0) return;
    const ofSession = [...this.#kept].filter(([, one]) => one.sessionId === watch.sessionId);
    if (ofSession.length >= MOST_PAGES_OF_SESSION) this.#kept.delete(ofSession[0][0]);
    const told = new Map(watch.ids.map((id) => [id, before?.get(id) ?? 0]));
    this.#kept.set(key, { ...watch, told, until: performance.now() + KEPT_MS });
    this.#timer ??= setInterval(() => void this.#ask(app), EVERY_MS);
    this.#timer.unref();
  }

  async #ask(app: App): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const now = performance.now();
    for (const [key, one] of this.#kept) if (one.until < now) this.#kept.delete(key);
    if (this.#kept.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    try {
      const groups = Map.groupBy(this.#kept.values(), (one) => `${one.tenantId} ${one.of}`);
      for (const watches of groups.values()) await this.#askOne(app, watches);
    } catch {
      // The database is away: the next second asks again.
    } finally {
      this.#isAsking = false;
    }
  }

  async #askOne(app: App, watches: readonly Kept[]): Promise<void> {
    const [{ tenantId, of }] = watches;
    const source = this.#sources.get(of);
    if (!source) return;
    const told = new Map<string, number>();
    for (const watch of watches)
      for (const [id, at] of watch.told) told.set(id, Math.min(at, told.get(id) ?? Infinity));
    const asked = [...told].map(([id, at]) => ({ id, at }));
    const tenancy = (await app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    const found = await app.db.read(tenancy, (sql) => source.read(sql, asked));
    for (const watch of watches) {
      const rows = found.filter(({ id, at }) => at > (watch.told.get(id) ?? Infinity));
      for (const { id, at } of rows) watch.told.set(id, at);
      if (rows.length > 0) this.#send(watch, { type: 'values', of, rows });
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** The call by which a page says what it looks at; it says so again now and then, and is asked what it may see each time. */
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

/** Those of the rows that a person may see. */
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
