import { coreContracts } from '../calls/core.calls.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Person, type Term, decide } from '#kernel/language/permission.ts';
import { type Change, type App, paperNamed } from '../../app.ts';
import { Parameters } from '../../database/statement.ts';
import { opensAll, scopeSql } from '../../list/scope.ts';
import { http as refuse } from '../../refusals.ts';
import type { Sessions } from '../../session/session.ts';
import { type Tenancy, isAway } from '../../database/database.ts';
import { authenticate } from '../authenticate.ts';
import { nowOf } from '../../time/tenancy.ts';
import type { RouteCall, Route, RouteFacts } from '../route.ts';
import type { Arrival } from '../../jobs/arrival.ts';
import { readInputs } from '../../write/inputs/read-inputs.ts';
import { Lately } from './lately.ts';

/** Delay of changes whose visibility only the database knows, so that many of them take one query (milliseconds). */
const GATHER_MS = 200;
/**
 * Interval of a message that keeps proxies from closing a quiet connection (milliseconds). The session and the rights
 * of its person are checked at the same time.
 */
const BEAT_MS = 25_000;

const MAX_STREAMS = 20;

interface Listener {
  readonly sessionId: string;
  /** Number of the latest news when the stream began. Up to this number, `#catchUp` alone sends news. */
  readonly since: number;
  person: Person;
  readonly tenancy: Tenancy;
  /** Send a message that reveals nothing of the business. */ say(text: string): void;
  /** Send an event, unless the stream is closed or its session cannot be checked. */ send(event: string): void;
  end(): void;
  /** Read session and rights again, and close the stream where the session has ended. */ renew(): Promise<void>;
}

/** A message to publish: the streams it may concern, and the way to send it once their rights are read again. */
interface News {
  readonly isFor: (one: Listener) => boolean;
  /** `isLate`: it happened before these listeners connected. */
  readonly publish: (those: readonly Listener[], isLate?: boolean) => void;
}

/** A change for which only a query shows whether the row is in the permission scope of these listeners. */
interface Unsure {
  readonly change: Change;
  readonly of: ReadonlySet<Listener>;
  readonly isLate: boolean;
}

/**
 * Action of a change of presence. Such a change lacks the department of the row, so every scope but that of all rows
 * needs a query.
 */
const PRESENT = 'presence';

/**
 * Does a scope by departments include a change? A change carries only the department of the row's creator. Undefined
 * where the scope uses the department of another field or row.
 */
const seesDepartment = (
  { field, ids }: Extract<Term, { kind: 'departments' }>,
  { department }: AnyPaper,
  { dept }: Change,
): boolean | undefined => (field || department ? undefined : dept !== null && ids.includes(dept));

/**
 * Does a scope include a change, by the facts of the change alone? Undefined where only the database knows, e.g. by the
 * team of a row.
 */
function sees(term: Term, paper: AnyPaper, change: Change): boolean | undefined {
  if (term.kind === 'all') return true;
  if (change.action === PRESENT) return undefined;
  if (term.kind === 'departments') return seesDepartment(term, paper, change);
  if (term.kind !== 'own') return undefined;
  if (change.person === term.person && !term.only) return true;
  return term.field || paper.mine?.length ? undefined : false;
}

const textOf = ({ action, paper, id, person, request }: Change, isLate = false): string =>
  `data: ${JSON.stringify({
    ...(action === PRESENT
      ? { type: PRESENT, paper, id }
      : { type: 'changed', paper, id, action, by: person, request }),
    ...(isLate && { late: true }),
  })}\n\n`;

const isOf = (one: Listener, paper: AnyPaper, change: Change): boolean =>
  paper.owner === 'platform' || one.person.tenantId === change.tenantId;

const arrivalText = (arrival: Arrival | null): string => `data: ${JSON.stringify({ type: 'arrival', arrival })}\n\n`;

/** Streams to open browsers: they name the changed rows that a person may see, never the content of a row. */
export class EventStreams {
  readonly #listeners = new Set<Listener>();
  readonly #begun: () => void;
  #news: (News & { readonly number: number })[] = [];
  #count = 0;
  #telling = false;
  readonly #lately = new Lately<News>();
  #waiting: Unsure[] = [];
  #arrival: Arrival | null = null;
  /** `begun`: called at the first stream, so that changes by other processes are listened to from then on. */
  constructor(begun: () => void = () => {}) {
    this.#begun = begun;
  }

  /** Read the rights of a company again (null: of all companies) after a change of rights. */
  renew(tenantId: string | null): void {
    for (const one of this.#listeners) if (tenantId === null || one.person.tenantId === tenantId) void one.renew();
  }

  changed(app: App, change: Change): void {
    const paper = app.papers.get(change.paper);
    if (!paper) return;
    if (change.id === '') {
      this.#changedSomewhere(paper, change);
      return;
    }
    const news: News = {
      isFor: (one) => isOf(one, paper, change),
      publish: (those, isLate) => this.#tellOf(app, { paper, change }, those, isLate),
    };
    // A change of a row is repeated to streams that begin later; notices are not.
    this.#lately.add(news);
    this.#hear(news);
  }

  /** Publish a change by another process that names no rows. Only listeners whose scope is all rows get it. */
  #changedSomewhere(paper: AnyPaper, change: Change): void {
    this.#hear({
      isFor: (one) => isOf(one, paper, change),
      publish: (those) => {
        for (const one of those) {
          const { allow, where } = decide(one.person, paper, 'view');
          if (allow && opensAll(where)) one.send(textOf(change));
        }
      },
    });
  }

  /**
   * Publish that somebody opened or left a row. Pages then request the list of people who have it open. `payload` is
   * `tenant paper row`, as sent to all processes.
   */
  present(app: App, payload: string): void {
    const [tenantId, paper, id] = payload.split(' ');
    this.changed(app, { tenantId, paper, id, action: PRESENT, person: '', dept: null });
  }

  /**
   * Queue news. Sessions and rights are read again before anything is sent. One check serves all streams, and all news
   * that arrive meanwhile.
   */
  #hear(news: News): void {
    this.#count += 1;
    if (!this.#listeners.size) return;
    this.#news.push({ ...news, number: this.#count });
    if (this.#telling) return;
    this.#telling = true;
    void this.#tellAll().finally(() => {
      this.#telling = false;
    });
  }

  async #tellAll(): Promise<void> {
    while (this.#news.length) {
      const news = this.#news;
      this.#news = [];
      const isOfNews = (one: Listener, { isFor, number }: (typeof news)[number]): boolean =>
        one.since < number && isFor(one);
      const concerned = [...this.#listeners].filter((one) => news.some((each) => isOfNews(one, each)));
      await Promise.all(concerned.map((one) => one.renew()));
      for (const each of news) each.publish(concerned.filter((one) => isOfNews(one, each)));
    }
  }

  #tellOf(
    app: App,
    { paper, change }: { readonly paper: AnyPaper; readonly change: Change },
    those: readonly Listener[],
    isLate = false,
  ): void {
    const unsure: Listener[] = [];
    for (const one of those) {
      const known = this.#known(one, paper, change);
      if (known) one.send(textOf(change, isLate));
      if (known === undefined) unsure.push(one);
    }
    if (unsure.length === 0) return;
    if (this.#waiting.push({ change, of: new Set(unsure), isLate }) === 1)
      setTimeout(() => void this.#askAll(app).catch(() => undefined), GATHER_MS).unref();
  }

  /** Send a new listener the changes since its page was opened. */
  #catchUp(one: Listener, ago: number): void {
    if (ago === 0) return;
    const missed = this.#lately.within(ago);
    // Some changes since then are no longer stored: the page reads all its rows again.
    if (missed === null) one.send(`data: ${JSON.stringify({ type: 'reopened' })}\n\n`);
    else for (const news of missed) if (news.isFor(one)) news.publish([one], true);
  }

  #known(one: Listener, paper: AnyPaper, change: Change): boolean | undefined {
    const { allow, where } = decide(one.person, paper, 'view');
    const answers = allow ? where.map((term) => sees(term, paper, change)) : [false];
    return answers.includes(true) || (answers.includes(undefined) ? undefined : false);
  }

  async #askAll(app: App): Promise<void> {
    const changes = this.#waiting;
    this.#waiting = [];
    await Promise.all([...this.#listeners].map((one) => one.renew()));
    for (const [name, of] of Map.groupBy(changes, ({ change }) => change.paper)) {
      const paper = paperNamed(app, name);
      for (const one of this.#listeners) {
        const unsure = of.filter(
          ({ change, of: those }) =>
            those.has(one) && isOf(one, paper, change) && this.#known(one, paper, change) === undefined,
        );
        if (unsure.length) await this.#ask(app, one, paper, unsure);
      }
    }
  }

  async #ask(app: App, one: Listener, paper: AnyPaper, unsure: readonly Unsure[]): Promise<void> {
    const values = new Parameters();
    values.removed = true;
    values.now = nowOf(app.clock, one.tenancy);
    const scope = scopeSql(paper, decide(one.person, paper, 'view').where, values, (name) => paperNamed(app, name));
    const text = `select t.id::text as id from ${paper.table} t where t.tenant_id = ${values.add(one.person.tenantId)} and t.id = any(${values.add(unsure.map(({ change }) => change.id))}::bigint[]) and ${scope}`;
    const seen = new Set(
      (await app.db.read(one.tenancy, (sql) => sql.query<{ id: string }>(text, values.values))).map((row) => row.id),
    );
    for (const { change, isLate } of unsure) if (seen.has(change.id)) one.send(textOf(change, isLate));
  }

  /** Send an event to one person: the progress of a job, a notice. */
  publish(tenantId: string, personId: string, data: Record<string, unknown>): void {
    const isFor = (one: Listener): boolean => one.person.tenantId === tenantId && one.person.id === personId;
    this.#hear({
      isFor,
      publish: (those) => {
        for (const one of those) one.send(`data: ${JSON.stringify(data)}\n\n`);
      },
    });
  }

  /** Report that the database is away, or back. Streams stay open meanwhile, but carry nothing of the business. */
  storage(isAway: boolean): void {
    const text = `data: ${JSON.stringify({ type: 'storage', away: isAway })}\n\n`;
    for (const one of this.#listeners) {
      if (isAway) one.say(text);
      else void one.renew().then(() => one.say(text));
    }
  }

  /**
   * Report the progress of demo data that is loaded while the server runs; null when it is complete. Everybody may see
   * it.
   */
  arrival(arrival: Arrival | null): void {
    this.#arrival = arrival;
    for (const one of this.#listeners) one.say(arrivalText(arrival));
  }

  /** Send watched values to the pages of a session. Rights are checked when a watch is set or renewed. */
  sendTo(sessionId: string, data: Readonly<Record<string, unknown>>): void {
    for (const one of this.#listeners) if (one.sessionId === sessionId) one.send(`data: ${JSON.stringify(data)}\n\n`);
  }

  /**
   * Refuse a stream beyond the maximum of a session. A browser opens one for all of its pages, or without the Web Locks
   * API one for each page.
   */
  #assertRoom(sessionId: string): void {
    if ([...this.#listeners].filter((one) => one.sessionId === sessionId).length >= MAX_STREAMS)
      throw refuse.tooManyStreams({ most: MAX_STREAMS });
  }

  #listen(call: RouteCall, sessions: Sessions, route: RouteFacts, ago: number): void {
    const { reply, request, app, actor } = call;
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    raw.write(': open\n\n');
    let isKnown = true;
    const renew = (): Promise<void> =>
      authenticate(app, sessions, request, route).then(
        (now) => {
          one.person = now.actor.person;
          isKnown = true;
        },
        (error: unknown) => {
          if (isAway(error)) isKnown = false;
          else raw.end();
        },
      );
    const say = (text: string): void => {
      if (!raw.writableEnded) raw.write(text);
    };
    const one: Listener = {
      sessionId: call.sessionId,
      since: this.#count,
      person: actor.person,
      tenancy: actor.tenancy,
      say,
      send: (text) => {
        if (isKnown) say(text);
      },
      end: () => {
        raw.end();
      },
      renew,
    };
    this.#listeners.add(one);
    this.#begun();
    this.#catchUp(one, ago);
    if (this.#arrival) say(arrivalText(this.#arrival));
    const beat = setInterval(() => void renew().then(() => say(': still here\n\n')), BEAT_MS);
    raw.on('close', () => {
      clearInterval(beat);
      this.#listeners.delete(one);
    });
  }

  /** End all streams, so that the server may stop. */
  close(): void {
    for (const one of this.#listeners) one.end();
  }

  route(sessions: Sessions): Route {
    const facts: RouteFacts = {
      method: 'GET',
      path: 'blade-core/events',
      contract: coreContracts.events,
      needs: 'person',
      summary: ['变更通知流', 'Stream of changes'],
      raw: true,
    };
    return {
      ...facts,
      work: async (call) => {
        this.#assertRoom(call.sessionId);
        // Refuse malformed input before the stream begins.
        const { ago } = readInputs(coreContracts.events.query, call.query);
        this.#listen(call, sessions, facts, Number(ago ?? 0));
        return call.reply;
      },
    };
  }
}
