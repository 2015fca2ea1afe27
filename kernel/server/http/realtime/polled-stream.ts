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
/** Interval of a sign of life (milliseconds). A reader without one for twice as long closes a dead connection. */
const BEAT_MS = 4000;
/** Maximum number of streams of one session. Each stream queries the database once a second. */
const MAX_OF_SESSION = 8;
/** Maximum number of streams of one process. */
const MAX_OF_PROCESS = 300;

/** Content of a stream: the whole state first, then the changes. */
export interface StreamWork<I, T> {
  readonly read: (input: I, reading: Reading) => Promise<T>;
  /** Return the changes, or null where there are none. `before` is the last state sent; undefined at first. */
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

/** End all streams, so that the server may stop. */
export function closeStreams(app: App): void {
  for (const one of streamsOf(app)) one.end();
}

/**
 * One open stream. It reads session and rights again before each look, and ends with the session or the right to the
 * row.
 */
class PolledStream<T> implements OpenStream {
  readonly sessionId: string;
  readonly #call: RouteCall;
  readonly #look: (actor: Actor) => Promise<T>;
  readonly #who: () => Promise<Actor>;
  readonly #changes: StreamWork<never, T>['changes'];
  #last: T | undefined;
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

  /** Schedule the next look after the last one: a slow database gets one query of a stream at a time. */
  async #again(): Promise<void> {
    const { raw } = this.#call.reply;
    // Skip the look while the reader does not read. The next look sends all changes since.
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
    const changes = this.#changes(this.#last, now);
    this.#last = now;
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

/** Refuse a stream beyond the maximum of its session or of the process. */
function assertRoom({ app, sessionId }: RouteCall): void {
  const streams = [...streamsOf(app)];
  if (streams.length >= MAX_OF_PROCESS || streams.filter((one) => one.sessionId === sessionId).length >= MAX_OF_SESSION)
    throw refuse.tooManyStreams({ most: MAX_OF_SESSION });
}

/**
 * Answer a call by a stream of events: its result first, and once a second its changes. It is refused like any other
 * call: 404 where the row is out of scope. While the database is away the stream stays open and sends `{type:
 * 'storage', away}`.
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
