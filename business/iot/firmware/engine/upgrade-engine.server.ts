import { storedText } from '#kernel/language/label.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { type App, type Context, type Tenancy, isAway, productActor, transact } from '#kernel/server';
import { OneAtATime } from '../../commands/dispatch/one-at-a-time.rules.ts';
import { firmware } from '../library/firmware.paper.ts';
import { beginTask } from '../tasks/begin-task.server.ts';
import { upgradeTask } from '../tasks/upgrade-task.paper.ts';
import { type UpgradeNotice, noticesOf } from './notice.server.ts';
import { UPGRADING } from './run-states.rules.ts';
import { stepTask } from './step-task.server.ts';
import { endSilent } from './time-outs.server.ts';
import type { UpgradePort } from './upgrade-port.server.ts';

const EVERY_MS = 1000;
/** Time after which a notice that the device has not acknowledged is sent again. */
const AGAIN_MS = 30_000;
/** Interval of the expensive checks of a task. */
const THOROUGH_MS = 30_000;
/** Notices without an acknowledgement in memory; of further ones the device learns when it connects. */
const MAX_SENT = 5000;
/** Devices that have connected since the last turn, at most. */
const MAX_GREETED = 20_000;
/** States in which a device that connects again gets its notice again, so that it resumes. */
const RESUMED = ['notified', 'confirming', 'downloading', 'downloaded'];

const states = (all: readonly string[]): string => all.map((one) => `'${one}'`).join(', ');

/**
 * SQL function of the owner that answers the companies with upgrades under way or tasks to begin. The work role sees one
 * company at a time.
 */
export const upgradeFunctions: readonly string[] = [
  `create or replace function iot_upgrade_companies() returns table (tenant_id text) language sql stable security definer set search_path = public, pg_temp as
   $$ select t.tenant_id from iot_upgrade_task t where t.task_status in ('running', 'scheduled') and t.is_deleted = 0
      union select r.tenant_id from iot_upgrade_execution r where r.upgrade_status in (${states(UPGRADING)}) $$`,
];

interface Sent extends UpgradeNotice {
  at: number;
}

/**
 * Drives the upgrades of devices: begins planned tasks, applies gates, notifies devices, and ends silent upgrades. It
 * runs in the process that serves the devices, one turn a second.
 */
export class UpgradeEngine {
  readonly #app: App;
  readonly #port: UpgradePort;
  readonly #alone: OneAtATime;
  readonly #sent = new Map<string, Sent>();
  readonly #thorough = new Map<string, number>();
  /** Upgrades whose devices were notified in this turn. */ readonly #fresh = new Set<string>();
  #greeted = new Map<string, string>();
  #asking = new Set<string>();
  /** Companies with upgrades under way; undefined until the first turn. */ #busy: ReadonlySet<string> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #isTurning = false;

  /** `alone`: devices are notified while no command is claimed, so that a device never gets both. */
  constructor(app: App, port: UpgradePort, alone: OneAtATime = new OneAtATime()) {
    this.#app = app;
    this.#port = port;
    this.#alone = alone;
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (!this.#isTurning) void this.turn();
    }, EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }

  get facts(): { readonly unacknowledged: number; readonly companies: number } {
    return { unacknowledged: this.#sent.size, companies: this.#busy?.size ?? 0 };
  }

  /**
   * May an upgrade of this company be under way? Only then the versions of its devices concern one. Before the first turn
   * every company may: devices connect as soon as this process has taken over.
   */
  isBusy(tenantId: string): boolean {
    return this.#busy?.has(tenantId) ?? true;
  }

  /** A device has connected: it gets the notice of its upgrade again. */
  greeted(deviceId: string, tenantId: string): void {
    if (this.isBusy(tenantId) && this.#greeted.size < MAX_GREETED) this.#greeted.set(deviceId, tenantId);
    this.asked(deviceId, tenantId);
  }

  /** A device has reported its versions: tasks that wait for devices to ask may notify it. */
  asked(deviceId: string, tenantId: string): void {
    if (this.isBusy(tenantId) && this.#asking.size < MAX_GREETED) this.#asking.add(deviceId);
  }

  /** Take one turn over all companies; turns never overlap. */
  turn(): Promise<void> {
    this.#isTurning = true;
    this.#working = this.#working
      .then(() => this.#turn())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#isTurning = false;
      });
    return this.#working;
  }

  #failed(error: unknown): void {
    if (!isAway(error)) this.#app.report(error as Error);
  }

  async #turn(): Promise<void> {
    const rows = await this.#app.db.platform((sql) =>
      sql.query<{ id: string }>('select tenant_id as id from iot_upgrade_companies()'),
    );
    const busy = new Set(rows.map(({ id }) => id));
    this.#busy = busy;
    const greeted = this.#greeted;
    this.#greeted = new Map();
    this.#fresh.clear();
    const asking = this.#asking;
    this.#asking = new Set();
    for (const tenantId of busy)
      await this.#company(tenantId, { greeted, asking }).catch((error: unknown) => {
        // The devices of this company that have connected get their notices in the next turn.
        for (const [id, of] of greeted) if (of === tenantId) this.#greeted.set(id, of);
        for (const id of asking) this.#asking.add(id);
        this.#failed(error);
      });
    this.#sendAgain();
  }

  async #company(
    tenantId: string,
    { greeted, asking }: { readonly greeted: ReadonlyMap<string, string>; readonly asking: ReadonlySet<string> },
  ): Promise<void> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    for (const id of await this.#tasksIn(tenancy, 'scheduled')) await this.#begin(tenancy, id);
    for (const id of await this.#tasksIn(tenancy, 'running')) await this.#step(tenancy, id, asking);
    await this.#within(tenancy, endSilent);
    const mine = [...greeted].filter(([, of]) => of === tenantId).map(([id]) => id);
    if (mine.length > 0) this.#send(await this.#within(tenancy, (context) => this.#noticesAgain(context, mine)));
  }

  #within<T>(tenancy: Tenancy, work: (context: Context) => Promise<T>): Promise<T> {
    return transact(this.#app, productActor(this.#app, tenancy, 'devices'), (tx) => work(tx.context));
  }

  async #tasksIn(tenancy: Tenancy, state: 'scheduled' | 'running'): Promise<string[]> {
    const rows = await this.#app.db.read(tenancy, (sql) =>
      sql.query<{ id: string }>(
        `select id::text as id from iot_upgrade_task where tenant_id = $1 and is_deleted = 0 and task_status = $2
           and (task_status = 'running' or schedule_time <= to_timestamp($3::float8 / 1000)) order by id limit 1000`,
        [tenancy.tenantId, state, this.#app.clock.ms()],
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** Begin a planned task. If that is refused, for example because no device matches, the task ends. */
  async #begin(tenancy: Tenancy, id: string): Promise<void> {
    try {
      await this.#within(tenancy, async (context) => {
        const [task] = await context.lockRows(upgradeTask, [id]);
        if (task?.taskStatus === 'scheduled')
          await context.move(upgradeTask, id, 'running', 'due', await beginTask(context, task));
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const pauseReason = storedText(error.words, 140);
      await this.#within(tenancy, async (context) => {
        await context.move(upgradeTask, id, 'canceled', 'expired', { pauseReason, endTime: context.now() });
      });
    }
  }

  async #step(tenancy: Tenancy, id: string, asking: ReadonlySet<string>): Promise<void> {
    try {
      const notices = await this.#alone.run(() =>
        this.#within(tenancy, (context) =>
          stepTask(context, id, {
            app: this.#app,
            port: this.#port,
            asking,
            isThorough: (taskId) => this.#isThorough(taskId),
          }),
        ),
      );
      for (const { runId } of notices) this.#fresh.add(runId);
      this.#send(notices);
    } catch (error) {
      // A fault of one task does not stop the others.
      if (isAway(error)) throw error;
      this.#app.report(error as Error);
    }
  }

  #isThorough(taskId: string): boolean {
    const now = this.#app.clock.ms();
    const last = this.#thorough.get(taskId);
    if (last !== undefined && now >= last && now - last < THOROUGH_MS) return false;
    this.#thorough.delete(taskId);
    this.#thorough.set(taskId, now);
    if (this.#thorough.size > 1000) this.#thorough.delete(this.#thorough.keys().next().value as string);
    return true;
  }

  /** Return the notices of devices that have connected again before they had the whole file. */
  async #noticesAgain(context: Context, deviceIds: readonly string[]): Promise<UpgradeNotice[]> {
    const runs = await context.sql.query<{ id: string; deviceId: string; taskId: string; dueTime: string }>(
      `select id::text as id, device_id::text as "deviceId", task_id::text as "taskId", to_char(due_time at time zone $4, 'YYYY-MM-DD HH24:MI:SS') as "dueTime"
       from iot_upgrade_execution where tenant_id = $1 and device_id = any($2::bigint[]) and upgrade_status = any($3::text[]) and due_time is not null`,
      [context.tenantId, deviceIds, RESUMED, context.zone],
    );
    const notices: UpgradeNotice[] = [];
    for (const [taskId, some] of Map.groupBy(runs, (run) => run.taskId)) {
      const task = await context.get(upgradeTask, taskId);
      const noticeOf = await noticesOf(this.#app, context, { task, of: await context.get(firmware, task.firmwareId) });
      for (const run of some) if (!this.#fresh.has(run.id)) notices.push(noticeOf(run, run.dueTime));
    }
    return notices;
  }

  #send(notices: readonly UpgradeNotice[]): void {
    for (const notice of notices) {
      this.#sent.delete(notice.runId);
      this.#sent.set(notice.runId, { ...notice, at: this.#app.clock.ms() });
      if (this.#sent.size > MAX_SENT) this.#sent.delete(this.#sent.keys().next().value as string);
      this.#hand(notice);
    }
  }

  #hand({ runId, deviceId, payload }: UpgradeNotice): void {
    this.#port.send(deviceId, 'ota/notify', payload, () => this.#sent.delete(runId));
  }

  /** Send notices again that have not been acknowledged, until they expire: a device may subscribe late. */
  #sendAgain(): void {
    const now = this.#app.clock.ms();
    for (const [runId, sent] of this.#sent)
      if (Number(sent.payload.expire) <= now) this.#sent.delete(runId);
      else if (now - sent.at >= AGAIN_MS && this.#port.reaches(sent.deviceId)) {
        sent.at = now;
        this.#hand(sent);
      }
  }
}
