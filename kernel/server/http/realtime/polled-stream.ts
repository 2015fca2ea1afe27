import type { Call, CallInputOf, Inputs } from '#kernel/language/calls/call.ts';
import type { AnswerShape } from '#kernel/language/calls/shape.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import type { App } from '../../app.ts';
import type { Reading } from '../../context.ts';
import { isAway } from '../../database/database.ts';
import { http as refuse } from '../../refusals.ts';
import { assertMay } from '../../rows/read.ts';
import { readingOf } from '../../rows/read-context.ts';
import type { Actor } from '../../session/actor.ts';
import type { Sessions } from '../../session/session.ts';
import { readCall } from '../../write/inputs/read-inputs.ts';
import { authenticate } from '../authenticate.ts';
import { inputsOf } from '../calls/implement.ts';
import type { Route, RouteCall, RouteFacts } from '../route.ts';

const EVERY_MS = 1000;
/** A reader that hears nothing for twice as long knows that the line is gone, although nothing closed it. */
const BEAT_MS = 4000;
/** Each stream asks the database once a second: a session holds few, and a process not too many. */
const MOST_OF_SESSION = 8;
const MOST_OF_PROCESS = 300;

/** What a stream tells: at first all of it, then what changed. */
export interface StreamWork<I, T> {
  readonly read: (input: I, reading: Reading) => Promise<T>;
  /** Null: nothing changed. `before` is what was told last; undefined at first. */
  readonly changes: (before: T | undefined, now: T) => Readonly<Record<string, unknown>> | null;
}

interface OpenStream {
  readonly sessionId: string;
  end(): void;
}

const open = new WeakMap<App, Set<OpenStream>>();

const streamsOf = (app: App): Set<OpenStream> => {
  const found = open.get(app) ?? new Set();
  open.set(app, found);
  return found;
};

/** Ends all streams, so that the server may stop. */
export function closeStreams(app: App): void {
  for (const one of streamsOf(app)) one.end();
}

/** One open line. It asks anew who listens before each look, so that it ends with his session, and with his right to see the row. */
class PolledStream<T> implements OpenStream {
  readonly sessionId: string;
  readonly #call: RouteCall;
  readonly #look: (actor: Actor) => Promise<T>;
  readonly #who: () => Promise<Actor>;
  readonly #changes: StreamWork<never, T>['changes'];
  #told: T | undefined;
  #isAway = false;
  #lastMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    call: RouteCall,
    of: { look: (actor: Actor) => Promise<T>; who: () => Promise<Actor>; changes: StreamWork<never, T>['changes'] },
  ) {
    this.sessionId = call.sessionId;
    this.#call = call;
    this.#look = of.look;
    this.#who = of.who;
    this.#changes = of.changes;
  }

  begin(first: T): void {
    const { reply, app } = this.#call;
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    const streams = streamsOf(app);
    streams.add(this);
    raw.on('close', () => {
      clearTimeout(this.#timer);
      streams.delete(this);
    });
    this.#tell(first);
    this.#later();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#call.reply.raw.end();
  }

  #later(): void {
    this.#timer = setTimeout(() => void this.#again(), EVERY_MS);
    this.#timer.unref();
  }

  /** One look after the other: a slow database is not asked by the same line twice at once. */
  async #again(): Promise<void> {
    const { raw } = this.#call.reply;
    // Whoever does not read is told no more; what changed meanwhile is told at once when he reads again.
    if (!raw.writableNeedDrain) await this.#lookOnce();
    if (!raw.writableEnded && !raw.destroyed) this.#later();
  }

  async #lookOnce(): Promise<void> {
    try {
      const now = await this.#look(await this.#who());
      if (this.#isAway) this.#write({ type: 'storage', away: false });
      this.#isAway = false;
      this.#tell(now);
    } catch (error) {
      if (isAway(error)) {
        if (!this.#isAway) this.#write({ type: 'storage', away: true });
        this.#isAway = true;
      } else {
        if (!(error instanceof Refusal)) this.#call.app.report(error as Error);
        this.end();
        return;
      }
    }
    if (performance.now() - this.#lastMs > BEAT_MS) this.#send(': still here\n\n');
  }

  #tell(now: T): void {
    const changes = this.#changes(this.#told, now);
    this.#told = now;
    if (changes) this.#write(changes);
  }

  #write(data: Readonly<Record<string, unknown>>): void {
    this.#send(`data: ${JSON.stringify(data)}\n\n`);
  }

  #send(text: string): void {
    const { raw } = this.#call.reply;
    if (raw.writableEnded) return;
    raw.write(text);
    this.#lastMs = performance.now();
  }
}

/** A line more is refused to a session that holds many, and where the process does. */
function assertRoom({ app, sessionId }: RouteCall): void {
  const streams = [...streamsOf(app)];
  if (
    streams.length >= MOST_OF_PROCESS ||
    streams.filter((one) => one.sessionId === sessionId).length >= MOST_OF_SESSION
  )
    throw refuse.tooManyStreams({ most: MOST_OF_SESSION });
}

/**
 * Answers a call by a stream of events: what it reads at first, and once a second what changed of it. Refused like any other call before
 * its first word: 404 where the row is out of sight. While the database is away it stays and says so (`{type: 'storage', away}`).
 */
export function implementStream<Q extends Inputs, B extends Inputs, S extends AnswerShape, T>(
  of: Call<Q, B, S>,
  sessions: Sessions,
  { read, changes }: StreamWork<CallInputOf<Call<Q, B, S>>, T>,
): Route {
  const inputs = inputsOf(of);
  const facts: RouteFacts = {
    method: of.method,
    path: of.path,
    needs: of.needs,
    summary: of.title,
    contract: of,
    ...(of.paper && { paper: of.paper }),
    raw: true,
  };
  return {
    ...facts,
    async work(call) {
      const look = async (actor: Actor): Promise<T> => {
        if (of.paper) assertMay(actor, of.paper, of.needs);
        return readingOf({ app: call.app, actor }, (reading) => read(input, reading));
      };
      if (of.paper) assertMay(call.actor, of.paper, of.needs);
      const input = readCall(of, inputs, { ...call.query, ...call.params });
      assertRoom(call);
      const first = await look(call.actor);
      const who = async (): Promise<Actor> => (await authenticate(call.app, sessions, call.request, facts)).actor;
      new PolledStream<T>(call, { look, who, changes }).begin(first);
      return call.reply;
    },
  };
}
