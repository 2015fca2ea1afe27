import { type App, type Sql, everyCompany, isAway } from '#kernel/server';
import type { DeviceIdentity, DeviceLine, SentMessage } from '../../gateway/gate.server.ts';
import type { KnownDevice } from '../../ingest/known-device.server.ts';
import type { Registry } from '../../ingest/registry.server.ts';
import { type TraceDirection, tracedMessage, tracedTopic } from './trace-line.rules.ts';

const EVERY_MS = 500;
/** Devices that one process traces at once. */
const MAX_TRACES = 200;
/** Lines that wait to be stored; further ones are dropped. A line has at most some 7 kB. */
const MAX_WAITING = 1000;
/** Lines of one trace; further ones are dropped. */
const MAX_LINES = 10_000;

interface Running {
  readonly deviceId: string;
  readonly tenantId: string;
  readonly until: number;
  lines: number;
  dropped: number;
  storedDropped: number;
}

interface Line {
  readonly deviceId: string;
  readonly tenantId: string;
  readonly row: readonly unknown[];
}

interface RunRow {
  readonly id: string;
  readonly until: number;
}

/**
 * Records the messages of traced devices. It costs a comparison while none is traced. Lines wait in a bounded buffer
 * and are stored twice a second.
 */
export class Tracer {
  readonly #app: App;
  readonly #registry: Pick<Registry, 'deviceOf'>;
  readonly #running = new Map<string, Running>();
  #waiting: Line[] = [];
  #no = 0;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(app: App, registry: Pick<Registry, 'deviceOf'>) {
    this.#app = app;
    this.#registry = registry;
  }

  get facts(): { readonly traced: number; readonly waiting: number } {
    return { traced: this.#running.size, waiting: this.#waiting.length };
  }

  /** Continue the traces that run, and begin to store lines. */
  async start(): Promise<void> {
    for (const tenantId of await everyCompany(this.#app)) await this.#load(tenantId, null);
    this.#timer = setInterval(() => void this.flush(), EVERY_MS);
    this.#timer.unref();
  }

  /** A trace of a device was begun or ended by any process. */
  heard(tenantId: string, deviceId: string): void {
    this.#load(tenantId, deviceId).catch((error: unknown) => {
      if (!isAway(error)) this.#app.report(error as Error);
    });
  }

  async #within<T>(tenantId: string, how: 'read' | 'write', work: (sql: Sql) => Promise<T>): Promise<T> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    return this.#app.db[how](tenancy, work);
  }

  async #load(tenantId: string, deviceId: string | null): Promise<void> {
    const now = this.#app.clock.ms();
    const rows = await this.#within(tenantId, 'read', (sql) =>
      sql.query<RunRow>(
        `select device_id::text as id, extract(epoch from until_time)::float8 * 1000 as until from iot_trace_run
         where tenant_id = $1 and ($2::bigint is null or device_id = $2) and until_time > to_timestamp($3) order by until_time limit ${MAX_TRACES}`,
        [tenantId, deviceId, now / 1000],
      ),
    );
    if (deviceId !== null) this.#running.delete(deviceId);
    for (const { id, until } of rows)
      if (this.#running.size < MAX_TRACES)
        this.#running.set(id, { deviceId: id, tenantId, until, lines: 0, dropped: 0, storedDropped: 0 });
  }

  /** A message came from a device; `outcome` is its kind, or why it was refused. */
  up(known: KnownDevice, tail: string, payload: Uint8Array, outcome: string): void {
    if (this.#running.size > 0) this.#take(known.id, 'up', { tail, payload, outcome });
  }

  /** A message was sent to a device. */
  down({ deviceId }: Pick<DeviceIdentity, 'deviceId'>, { tail, payload, written }: SentMessage): void {
    if (this.#running.size === 0) return;
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload) ?? '');
    this.#take(deviceId, 'down', { tail, payload: bytes, outcome: written });
  }

  /** The connection of a device has changed. */
  line(deviceId: string, what: 'connected' | 'subscribed' | 'closed', { address }: Pick<DeviceLine, 'address'>): void {
    if (this.#running.size > 0)
      this.#take(deviceId, 'line', { tail: what, payload: Buffer.alloc(0), outcome: address });
  }

  /** Note a message with each trace that it concerns: of the device itself, and of sub-devices that it names. */
  #take(
    deviceId: string,
    direction: TraceDirection,
    { tail, payload, outcome }: { readonly tail: string; readonly payload: Uint8Array; readonly outcome: string },
  ): void {
    const now = this.#app.clock.ms();
    for (const trace of this.#running.values()) {
      if (trace.until <= now) this.#end(trace);
      else if (trace.deviceId === deviceId || this.#isAbout(trace, deviceId, direction, payload))
        this.#note(trace, now, [direction, tracedTopic(tail), payload, outcome]);
    }
  }

  #isAbout(trace: Running, carrierId: string, direction: TraceDirection, payload: Uint8Array): boolean {
    const known = this.#registry.deviceOf(trace.deviceId);
    if (known?.parentId !== carrierId) return false;
    return (
      direction === 'line' || Buffer.from(payload.buffer, payload.byteOffset, payload.length).includes(`"${known.key}"`)
    );
  }

  #note(
    trace: Running,
    now: number,
    [direction, topic, payload, outcome]: readonly [TraceDirection, string, Uint8Array, string],
  ): void {
    this.#no = Math.max(this.#no + 1, now * 1000);
    if (this.#waiting.length >= MAX_WAITING || trace.lines >= MAX_LINES) {
      trace.dropped += 1;
      return;
    }
    trace.lines += 1;
    const { size, hex, body, isCut } = tracedMessage(payload);
    const { deviceId, tenantId } = trace;
    this.#waiting.push({
      deviceId,
      tenantId,
      row: [deviceId, now / 1000, this.#no, direction, topic, size, hex, body, isCut, outcome],
    });
  }

  #end(trace: Running): void {
    // Its last count of dropped lines is stored with the next lines.
    if (trace.dropped === trace.storedDropped) this.#running.delete(trace.deviceId);
  }

  /** Store the waiting lines. While the database is away they are dropped. */
  flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const dropped = [...this.#running.values()].filter((one) => one.dropped !== one.storedDropped);
    if (waiting.length + dropped.length > 0)
      this.#work = this.#work
        .then(() => this.#store(waiting, dropped))
        .catch((error: unknown) => {
          for (const { deviceId } of waiting) {
            const trace = this.#running.get(deviceId);
            if (trace) trace.dropped += 1;
          }
          if (!isAway(error)) this.#app.report(error as Error);
        });
    return this.#work;
  }

  async #store(waiting: readonly Line[], dropped: readonly Running[]): Promise<void> {
    for (const [tenantId, some] of Map.groupBy(waiting, (line) => line.tenantId))
      await this.#within(tenantId, 'write', (sql) =>
        sql.query(
          `insert into iot_trace (tenant_id, device_id, ts, no, direction, topic, size, hex, body, is_cut, outcome)
           select $1, (e->>0)::bigint, to_timestamp((e->>1)::float8), (e->>2)::bigint, e->>3, e->>4, (e->>5)::integer, e->>6, nullif(e->7, 'null'), (e->>8)::boolean, e->>9
           from jsonb_array_elements($2::jsonb) e on conflict do nothing`,
          [tenantId, JSON.stringify(some.map(({ row }) => row))],
        ),
      );
    for (const [tenantId, some] of Map.groupBy(dropped, (one) => one.tenantId)) {
      const counts = some.map((one): [string, number] => [one.deviceId, one.dropped]);
      await this.#within(tenantId, 'write', (sql) =>
        sql.query(
          `update iot_trace_run r set dropped = (e->>1)::integer from jsonb_array_elements($2::jsonb) e where r.tenant_id = $1 and r.device_id = (e->>0)::bigint`,
          [tenantId, JSON.stringify(counts)],
        ),
      );
      for (const one of some) one.storedDropped = counts.find(([id]) => id === one.deviceId)?.[1] ?? one.dropped;
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
