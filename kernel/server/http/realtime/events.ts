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
import { readInputs } from '../../write/inputs/read-inputs.ts';
import { Lately } from './lately.ts';

/** Changes that only the database can place in somebody's sight wait this long, so that many of them are one question. */
const GATHER_MS = 200;
/** A word now and then keeps proxies from closing a quiet line; at the same time it is asked whether the session still holds, and what its person may see. */
const BEAT_MS = 25_000;

const MOST_STREAMS = 20;

interface Listener {
  readonly sessionId: string;
  /** The number of the last news before it began: earlier news reach it by `#catchUp` alone. */ readonly since: number;
  person: Person;
  readonly tenancy: Tenancy;
  /** What tells nothing of the business. */ say(text: string): void;
  /** Nothing reaches who hears no more, or of whom it cannot be asked who he is. */ send(event: string): void;
  end(): void;
  /** Asks anew who listens; one whose session has ended hears no more. */ renew(): Promise<void>;
}

/** Something to be told: to whom it may matter, and what he hears of it once it is known who he is now. */
interface News {
  readonly isFor: (one: Listener) => boolean;
  /** `isLate`: they came when it had been told already. */
  readonly publish: (those: readonly Listener[], isLate?: boolean) => void;
}

/** A change that only the database places in the permission scope of these listeners. */
interface Unsure {
  readonly change: Change;
  readonly of: ReadonlySet<Listener>;
  readonly isLate: boolean;
}

/** Somebody came to a row or left it: nothing of it says in whose sight it is, so that only who sees all knows without the database. */
const PRESENT = 'presence';

/** The department that made a row is told with its change; one that the row has from another is not. */
const seesDepartment = (
  { field, ids }: Extract<Term, { kind: 'departments' }>,
  { department }: AnyPaper,
  { dept }: Change,
): boolean | undefined => (field || department ? undefined : dept !== null && ids.includes(dept));

/** Is a change in the sight of a term by what it says itself? Undefined: only the database tells, e.g. whose team a row belongs to. */
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

/** Tells open browsers what changed: only rows a person may see, and never what is in them. */
export class EventStreams {
  readonly #listeners = new Set<Listener>();
  readonly #begun: () => void;
  #news: (News & { readonly number: number })[] = [];
  #count = 0;
  #telling = false;
  readonly #lately = new Lately<News>();
  #waiting: Unsure[] = [];
  /** `begun`: the first stream stands, so that what happens on other processes matters from now on. */
  constructor(begun: () => void = () => {}) {
    this.#begun = begun;
  }

  /** Rights of a company changed (null: of all): nobody hears more than he may see from now on. */
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
    // A notice is shown once: only what changes rows is told again.
    this.#lately.add(news);
    this.#hear(news);
  }

  /** So many rows changed at once, elsewhere, that none is named: told to those who see all of them. */
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

  /** Tells who sees a row that others came to it or left it; who they are is asked by a call. `tenant paper row`, as it is called to all processes. */
  present(app: App, payload: string): void {
    const [tenantId, paper, id] = payload.split(' ');
    this.changed(app, { tenantId, paper, id, action: PRESENT, person: '', dept: null });
  }

  /**
   * Before anything is written to a stream it is asked who listens there now: whether his session lives, and how far the rights of his
   * company have come. All streams, and all that comes meanwhile, go with one question.
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

  /** Tells one who begins to listen what was told while his page was already there. */
  #catchUp(one: Listener, ago: number): void {
    if (ago === 0) return;
    const missed = this.#lately.within(ago);
    // More than is kept: the page reads again what it shows.
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

  /** To one person: the progress of a job, a notice. */
  publish(tenantId: string, personId: string, data: Record<string, unknown>): void {
    const isFor = (one: Listener): boolean => one.person.tenantId === tenantId && one.person.id === personId;
    this.#hear({
      isFor,
      publish: (those) => {
        for (const one of those) one.send(`data: ${JSON.stringify(data)}\n\n`);
      },
    });
  }

  /** The database went away, or is back: lines stay meanwhile, but nothing of the business is told over them. */
  storage(isAway: boolean): void {
    const text = `data: ${JSON.stringify({ type: 'storage', away: isAway })}\n\n`;
    for (const one of this.#listeners) {
      if (isAway) one.say(text);
      else void one.renew().then(() => one.say(text));
    }
  }

  /** To the pages of one session: what they watch. Rights were asked when they said so, and are again when they say so again. */
  sendTo(sessionId: string, data: Readonly<Record<string, unknown>>): void {
    for (const one of this.#listeners) if (one.sessionId === sessionId) one.send(`data: ${JSON.stringify(data)}\n\n`);
  }

  /** Nobody has so many pages open; whoever opens more wants to hold lines. */
  #assertRoom(sessionId: string): void {
    if ([...this.#listeners].filter((one) => one.sessionId === sessionId).length >= MOST_STREAMS)
      throw refuse.tooManyStreams({ most: MOST_STREAMS });
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
    const beat = setInterval(() => void renew().then(() => say(': still here\n\n')), BEAT_MS);
    raw.on('close', () => {
      clearInterval(beat);
      this.#listeners.delete(one);
    });
  }

  /** Ends all streams, so that the server may stop. */
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
        // What is malformed is refused while there is an answer to refuse with.
        const { ago } = readInputs(coreContracts.events.query, call.query);
        this.#listen(call, sessions, facts, Number(ago ?? 0));
        return call.reply;
      },
    };
  }
}
