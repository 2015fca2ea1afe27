import { type Answered, type App, productActor, shortWithoutPeople, type Tenancy, transact } from '#kernel/server';
import { hostname } from 'node:os';
import { inBoth } from '#kernel/language/label.ts';
import { causeOf, placeIn } from './cause.rules.ts';
import { logApi } from './log-api.paper.ts';
import { logError } from './log-error.paper.ts';
import { logUsual } from './log-usual.paper.ts';
import { eventOf } from './event.rules.ts';

const EVERY_MS = 2000;
/** Maximum of waiting entries: a log that cannot be written must not fill the memory. */
const MAX_WAITING = 5000;
const SLOW_MS = 1000;
const PLATFORM: Tenancy = { tenantId: '000000', zone: 'Asia/Shanghai' };

type Kind = 'api' | 'usual' | 'error';
type Line = Readonly<Record<string, unknown>>;
interface Waiting {
  readonly tenancy: Tenancy;
  readonly kind: Kind;
  readonly line: Line;
}

const papers = { api: logApi, usual: logUsual, error: logError } as const;

/** Is the call logged? Writes, refusals, failures and slow calls are; reads are not. */
const isNoted = (one: Answered): boolean => one.method !== 'GET' || one.status >= 400 || one.ms >= SLOW_MS;

/**
 * Return the fields of every log of a call: names of parameters without values; the route instead of the address, which
 * may contain a name.
 */
function factsOf(one: Answered): Line {
  return {
    requestUri: one.route.slice(0, 200),
    method: one.method,
    createBy: one.who?.person.name.slice(0, 64) ?? '',
    remoteIp: one.ip,
    userAgent: one.agent.slice(0, 300),
    params: one.names.join(', ').slice(0, 500),
    methodClass: one.route.split('/')[2]?.slice(0, 100) ?? '',
    methodName: one.route.slice(0, 200),
    serviceId: 'anju',
    serverIp: one.serverIp.slice(0, 64),
    serverHost: hostname().slice(0, 128),
    time: Math.round(one.ms),
    env: process.env.NODE_ENV === 'production' ? 'prod' : 'dev',
    requestId: one.requestId,
  };
}

function faultOf(error: Error): Line {
  const { file, line } = placeIn(error.stack ?? '');
  return {
    source: 'server',
    exceptionName: (error.name ?? 'Error').slice(0, 100),
    message: shortWithoutPeople(error.message ?? '', 500),
    cause: causeOf({ name: error.name, message: error.message, stack: error.stack ?? '' }),
    fileName: file,
    lineNumber: line,
    stackTrace: shortWithoutPeople(error.stack ?? '', 8000),
  };
}

/**
 * Queue of calls, events and faults: collected in memory, written every second in few statements, independent of
 * requests.
 */
export class CallLog {
  readonly #app: App;
  readonly #timer: NodeJS.Timeout;
  #waiting: Waiting[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(app: App) {
    this.#app = app;
    this.#timer = setInterval(() => void this.write(), EVERY_MS);
    this.#timer.unref();
  }

  #add(tenancy: Tenancy | undefined, kind: Kind, line: Line): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push({ tenancy: tenancy ?? PLATFORM, kind, line });
  }

  /** Queue an answered call. */
  heard(one: Answered): void {
    if (!isNoted(one)) return;
    const facts = factsOf(one);
    const tenancy = one.who?.tenancy;
    this.#add(tenancy, 'api', {
      type: '1',
      title: inBoth(one.summary).slice(0, 200),
      answerStatus: one.status,
      sqlCount: one.statements?.reduce((sum, each) => sum + each.count, 0) ?? null,
      statements: one.statements ?? null,
      personId: one.who?.person.id ?? null,
      ...facts,
    });
    const event = eventOf(one);
    if (event) this.#add(tenancy, 'usual', { ...event, ...facts });
    if (one.fault) this.#add(tenancy, 'error', { ...faultOf(one.fault), ...facts });
  }

  /** Queue a fault outside of a call. */
  reported(error: Error): void {
    this.#add(undefined, 'error', faultOf(error));
  }

  /** Write the queue; concurrent calls share one write. */
  write(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#writeAll()).catch(() => undefined);
    return this.#turn;
  }

  async #writeAll(): Promise<void> {
    const all = this.#waiting;
    this.#waiting = [];
    for (const [tenantId, of] of Map.groupBy(all, (one) => one.tenancy.tenantId)) {
      await transact(this.#app, productActor(this.#app, of[0].tenancy, `log ${tenantId}`), async (tx) => {
        for (const [kind, lines] of Map.groupBy(of, (one) => one.kind))
          await tx.append(
            papers[kind],
            lines.map((one) => one.line),
          );
      });
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
