import { type App, type Context, type Tenancy, everyCompany, isAway, productActor, transact } from '#kernel/server';
import type { DownMessage } from '../../gateway/down-message.rules.ts';
import type { DeviceLine } from '../../gateway/gate.server.ts';
import type { LaneEntry } from '../../ingest/entry.rules.ts';
import type { KnownDevice } from '../../ingest/known-device.server.ts';
import type { Registry } from '../../ingest/registry.server.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { ShadowAnswers } from '../shadow/shadow-answers.server.ts';
import { dropDesired, readAllShadows, readShadows } from '../shadow/reached.server.ts';
import { sendDesired } from '../shadow/send-desired.server.ts';
import { completeTasks } from '../task/complete-tasks.server.ts';
import { type EndedCommand, applyReplies, endByReport, tellTopologies } from './apply-replies.server.ts';
import {
  type Claimed,
  type ClaimOptions,
  type CommandRoute,
  type CommandSending,
  claimCommands,
} from './claim.server.ts';
import type { CommandDesk } from './command-desk.rules.ts';
import type { IssuedCommand } from './command-states.rules.ts';
import { commandText } from './command-words.rules.ts';
import { companiesWithDue } from './due-commands.server.ts';
import { OneAtATime } from './one-at-a-time.rules.ts';
import { OpenCommands } from './open-commands.server.ts';
import type { Reach } from './steps.rules.ts';

/** Interval of the look for due commands, and the pause after a change is heard (milliseconds). */
const EVERY_MS = 1000;
const SOON_MS = 20;
/** Maximal number of acknowledgements that wait to be stored. They are lost during a longer outage. */
const MAX_ACKS = 20_000;
/** Maximal number of commands under way that are read at the start. */
const MAX_UNDER_WAY = 100_000;

/**
 * Options of the dispatcher. `lineOf` returns the open connection of a device; `isReturning`: has an online device none
 * at present, but is expected to connect again soon?
 */
export interface DispatcherOptions {
  readonly app: App;
  readonly registry: Registry;
  readonly lineOf: (deviceId: string) => DeviceLine | undefined;
  readonly isReturning: (deviceId: string) => boolean;
  /** Claims run alone with other works that decide about devices: the notices of upgrades. */ readonly alone?: OneAtATime;
}

/** Work of a company's next turn, beside its due commands. */
interface Turn {
  readonly woken: Set<string>;
  readonly subscribed: Set<string>;
  readonly acknowledged: Set<string>;
  readonly tasks: Set<string>;
}

const newTurn = (): Turn => ({ woken: new Set(), subscribed: new Set(), acknowledged: new Set(), tasks: new Set() });

/**
 * Sends commands to devices: claims those that are due, writes their messages after the commit, and repeats or ends
 * them. While the database is unavailable nothing is claimed, and no timeout passes.
 */
export class Dispatcher implements CommandDesk {
  readonly open: OpenCommands;
  readonly #of: DispatcherOptions;
  readonly #alone: OneAtATime;
  readonly #shadows: ShadowAnswers;
  readonly #turns = new Map<string, Turn>();
  /** Devices without a connection for which commands wait. */ readonly #requesting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #isWaiting = false;
  #isStopped = false;
  #awaySince: number | null = null;
  #delay: { readonly ms: number; readonly until: number } = { ms: 0, until: 0 };
  readonly #counts = { sent: 0, ended: 0, replies: 0 };

  constructor(of: DispatcherOptions) {
    this.#of = of;
    this.#alone = of.alone ?? new OneAtATime();
    this.#shadows = new ShadowAnswers(of);
    this.open = new OpenCommands(of.registry);
  }

  get facts(): Readonly<Record<string, unknown>> {
    return { ...this.#counts, observed: this.open.size, isAway: this.#awaySince !== null };
  }

  /** Read the commands under way and the wanted values of all companies, and begin to send. */
  async start(): Promise<void> {
    for (const tenantId of await everyCompany(this.#of.app)) await this.#load(tenantId);
    this.#timer = setInterval(() => this.#kick(), EVERY_MS);
    this.#timer.unref();
  }

  async #load(tenantId: string): Promise<void> {
    await this.#within(tenantId, async (context) => {
      const sent = await context.sql.query<{ id: string }>(
        `select id::text as id from iot_instruction_task_device where tenant_id = $1 and is_deleted = 0 and exec_status in ('sent', 'delivered', 'running') order by id limit ${MAX_UNDER_WAY}`,
        [tenantId],
      );
      const rows = await context.find(deviceCommand, { id: sent.map((row) => row.id) }, { limit: MAX_UNDER_WAY });
      for (const row of rows) this.open.observe(row, row.attempts?.[0]?.at ?? 0);
      for (const { deviceId, desired } of await readAllShadows(context.sql, tenantId))
        this.open.desire(deviceId, desired);
      const waiting = await context.sql.query<{ id: string }>(
        "select distinct device_id::text as id from iot_instruction_task_device where tenant_id = $1 and is_deleted = 0 and exec_status = 'queued'",
        [tenantId],
      );
      for (const { id } of waiting) this.#requesting.add(id);
    });
  }

  async #tenancy(tenantId: string): Promise<Tenancy> {
    return (await this.#of.app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
  }

  async #within<T>(tenantId: string, work: (context: Context) => Promise<T>): Promise<T> {
    const { app } = this.#of;
    const tenancy = await this.#tenancy(tenantId);
    return transact(app, productActor(app, tenancy, 'commands'), (tx) => work(tx.context));
  }

  #turnOf(tenantId: string): Turn {
    const turn = this.#turns.get(tenantId) ?? newTurn();
    this.#turns.set(tenantId, turn);
    return turn;
  }

  /** Look for due commands soon: a row was written by any process. */
  heard(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#kick();
    }, SOON_MS);
    this.#soon.unref();
  }

  ready(deviceId: string): void {
    const known = this.#of.registry.deviceOf(deviceId);
    if (!known) return;
    const turn = this.#turnOf(known.tenantId);
    for (const { id } of [known, ...this.#of.registry.childrenOf(deviceId)]) {
      turn.woken.add(id);
      turn.subscribed.add(id);
    }
    this.heard();
  }

  /** Send the next command of a device, whose last one has ended. */
  #wake(deviceId: string): void {
    const known = this.#of.registry.deviceOf(deviceId);
    if (known) this.#turnOf(known.tenantId).woken.add(deviceId);
  }

  #kick(): void {
    if (this.#isWaiting || this.#isStopped) return;
    this.#isWaiting = true;
    this.#work = this.#work.then(async () => {
      this.#isWaiting = false;
      await this.#turn();
    });
  }

  /** Handle everything that is due now; for tests. */
  settle(): Promise<void> {
    this.#work = this.#work.then(() => this.#turn());
    return this.#work;
  }

  async #turn(): Promise<void> {
    try {
      const due = await companiesWithDue(this.#of.app);
      this.#back();
      for (const tenantId of new Set([...due, ...this.#turns.keys()])) await this.#turnOfCompany(tenantId);
    } catch (error) {
      if (isAway(error)) this.#awaySince ??= this.#of.app.clock.ms();
      else this.#of.app.report(error as Error);
    }
  }

  /** Let timeouts pass later by the duration of an outage: replies may wait on disk meanwhile. */
  #back(): void {
    const now = this.#of.app.clock.ms();
    if (this.#awaySince !== null) {
      const ms = now - this.#awaySince + EVERY_MS;
      this.#delay = { ms, until: now + ms };
    }
    this.#awaySince = null;
  }

  async #turnOfCompany(tenantId: string): Promise<void> {
    if (this.#isStopped) return;
    const turn = this.#turns.get(tenantId) ?? newTurn();
    this.#turns.delete(tenantId);
    try {
      await this.#storeAcknowledged(tenantId, turn);
      await this.#wantAgain(tenantId, turn);
      this.#handle(tenantId, await this.#claim(tenantId, turn));
      await this.#complete(tenantId, turn);
    } catch (error) {
      this.#restore(tenantId, turn);
      throw error;
    }
  }

  /** Put back what a failed turn did not handle. */
  #restore(tenantId: string, turn: Turn): void {
    const again = this.#turnOf(tenantId);
    for (const name of ['woken', 'subscribed', 'acknowledged', 'tasks'] as const)
      for (const id of turn[name]) again[name].add(id);
  }

  async #storeAcknowledged(tenantId: string, { acknowledged }: Turn): Promise<void> {
    if (acknowledged.size === 0) return;
    await this.#within(tenantId, (context) =>
      context.touch(
        deviceCommand,
        [...acknowledged].map((id) => ({ id, execStatus: 'delivered' as const, ackTime: context.now() })),
        { where: { execStatus: ['sent'] } },
      ),
    );
    acknowledged.clear();
  }

  /** Make a command of the values that devices should have and have not reported, once for each connection. */
  async #wantAgain(tenantId: string, { subscribed }: Turn): Promise<void> {
    if (subscribed.size === 0) return;
    await this.#within(tenantId, async (context) => {
      const shadows = await readShadows(context.sql, tenantId, [...subscribed]);
      for (const { deviceId, desired } of shadows) this.open.desire(deviceId, desired);
      await sendDesired(context, shadows);
    });
  }

  async #claim(tenantId: string, { woken, subscribed }: Turn): Promise<Claimed> {
    const { app, registry } = this.#of;
    const tenancy = await this.#tenancy(tenantId);
    const of: ClaimOptions = {
      app,
      tenancy,
      woken: [...woken],
      subscribed: [...subscribed],
      deviceOf: (id) => registry.deviceOf(id),
      routeOf: (id, tailOf) => this.#routeOf(id, tailOf),
      delayMs: app.clock.ms() < this.#delay.until ? this.#delay.ms : 0,
    };
    return this.#alone.run(() => claimCommands(of));
  }

  /** Return the route to a device: its own connection, else that of its gateway, else its next request. */
  #routeOf(id: string, tailOf: (dev: string | null) => string): CommandRoute {
    const known = this.#of.registry.deviceOf(id);
    const own = this.#of.lineOf(id);
    if (own) return { reach: own.readiness(tailOf(null)), isSafe: own.isSafe, carrierId: id, dev: null };
    const line = known?.parentId ? this.#of.lineOf(known.parentId) : undefined;
    if (known?.parentId && line)
      return {
        reach: line.readiness(tailOf(known.key)),
        isSafe: line.isSafe,
        carrierId: known.parentId,
        dev: known.key,
      };
    return { reach: this.#reachWithoutLine(known), isSafe: false, carrierId: id, dev: null };
  }

  #reachWithoutLine(known: KnownDevice | undefined): Reach {
    if (known?.isOnline === true && !known.parentId) return 'request';
    return known?.parentId && this.#of.isReturning(known.parentId) ? 'returning' : 'none';
  }

  #handle(tenantId: string, { sends, ended, waiting }: Claimed): void {
    for (const id of waiting) this.#requesting.add(id);
    for (const one of sends) this.#write(tenantId, one);
    this.ended(ended);
  }

  #write(tenantId: string, { command, route, message }: CommandSending): void {
    const line = this.#of.lineOf(route.carrierId);
    this.#counts.sent += 1;
    this.open.observe(command, this.#of.app.clock.ms());
    if (command.source === 'setting') this.open.want(command.deviceId, command.content.set ?? {});
    const written = line?.command(message, () => this.#acknowledged(tenantId, command.id)) ?? 'unheard';
    if (written === 'written') return;
    this.open.forget(command.deviceId, command.id);
    this.#within(tenantId, (context) =>
      written === 'unencodable'
        ? context.touch(
            deviceCommand,
            [{ id: command.id, execStatus: 'failed', reason: commandText('unencodable'), dueTime: null }],
            { where: { execStatus: ['sent'] } },
          )
        : context.touch(
            deviceCommand,
            [{ id: command.id, execStatus: 'queued', reason: commandText(written), dueTime: command.expireTime }],
            { where: { execStatus: ['sent'] } },
          ),
    ).catch((error: unknown) => this.#of.app.report(error as Error));
  }

  #acknowledged(tenantId: string, id: string): void {
    const { acknowledged } = this.#turnOf(tenantId);
    if (acknowledged.size < MAX_ACKS) acknowledged.add(id);
    this.heard();
  }

  answerShadow(deviceId: string, carrierId: string): void {
    const known = this.#of.registry.deviceOf(deviceId);
    if (known) this.#shadows.answer(known, carrierId);
  }

  async takeFor(deviceId: string, isSafe: boolean): Promise<DownMessage | null> {
    const known = this.#of.registry.deviceOf(deviceId);
    if (!known || !this.#requesting.has(deviceId)) return null;
    const { app, registry } = this.#of;
    let taken: DownMessage | null = null;
    const of: ClaimOptions = {
      app,
      tenancy: await this.#tenancy(known.tenantId),
      woken: [deviceId],
      subscribed: [deviceId],
      isRequest: true,
      deviceOf: (id) => registry.deviceOf(id),
      routeOf: (id, tailOf) =>
        id === deviceId ? { reach: 'ready', isSafe, carrierId: id, dev: null } : this.#routeOf(id, tailOf),
      delayMs: 0,
    };
    const claimed = await this.#alone.run(() => claimCommands(of));
    const mine = claimed.sends.find(({ command }) => command.deviceId === deviceId);
    if (mine) {
      taken = mine.message;
      this.open.observe(mine.command, app.clock.ms());
    } else if (!claimed.waiting.includes(deviceId)) this.#requesting.delete(deviceId);
    this.#handle(known.tenantId, { ...claimed, sends: claimed.sends.filter((one) => one !== mine) });
    return taken;
  }

  /** Remember that commands ended: their devices get the next one, and their tasks are counted. */
  ended(ended: readonly (EndedCommand | IssuedCommand)[]): void {
    for (const { id, deviceId, gatewayId, taskId } of ended) {
      this.#counts.ended += 1;
      this.open.forget(deviceId, id);
      this.#wake(deviceId);
      // A gateway has a place for a command of another sub-device.
      if (gatewayId) for (const child of this.#of.registry.childrenOf(gatewayId)) this.#wake(child.id);
      const known = this.#of.registry.deviceOf(deviceId);
      if (taskId && known) this.#turnOf(known.tenantId).tasks.add(taskId);
    }
    if (ended.length > 0) this.heard();
  }

  async #complete(tenantId: string, { tasks }: Turn): Promise<void> {
    if (tasks.size > 0) await this.#within(tenantId, (context) => completeTasks(context, [...tasks]));
  }

  /** Must the entry be judged in a transaction of its own context: is it a reply, or may it end a command? */
  concerns(entry: LaneEntry): boolean {
    return this.open.concerns(entry);
  }

  /** Write replies and reports of a batch into the commands, in its transaction. Return the commands that ended. */
  async write(context: Context, entries: readonly LaneEntry[]): Promise<readonly EndedCommand[]> {
    const concerned = entries.filter((entry) => this.open.concerns(entry));
    this.#counts.replies += concerned.filter(({ reply }) => reply !== undefined).length;
    const replied = await applyReplies(context, concerned);
    const known = new Set(replied.map(({ id }) => id));
    const seen = concerned.flatMap((entry) => this.open.seenIn(entry)).filter(({ id }) => !known.has(id));
    const reported = await endByReport(context, [...new Map(seen.map((one) => [one.id, one])).values()]);
    await this.#dropReached(context, concerned);
    await tellTopologies(context, concerned);
    return [...replied, ...reported];
  }

  async #dropReached(context: Context, entries: readonly LaneEntry[]): Promise<void> {
    const reached = new Map<string, Record<string, unknown>>();
    for (const entry of entries) {
      const values = this.open.reachedIn(entry);
      if (values) reached.set(entry.deviceId, { ...reached.get(entry.deviceId), ...values });
    }
    await dropDesired(context, reached);
    for (const [deviceId, values] of reached) this.open.reached(deviceId, Object.keys(values));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#work;
  }
}
