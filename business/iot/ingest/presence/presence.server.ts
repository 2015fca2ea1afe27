import type { Row } from '#kernel/language/paper.ts';
import { type App, inZone, isAway, productActor, transact, writeDivided } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import type { KnownDevice } from '../known-device.server.ts';
import { deviceLog } from '../../records/device-log.paper.ts';
import { deviceOnline } from '../../records/device-online.paper.ts';

export type OnlineReason = 'session' | 'data' | 'parent' | 'timeout' | 'lwt' | 'kick';

/** A change of presence of a device. */
interface Flip {
  readonly device: KnownDevice;
  readonly isOnline: boolean;
  readonly reason: OnlineReason;
  readonly at: number;
  readonly address: string | null;
  /** For a device that went offline: since when it was online (milliseconds); null: unknown. */
  readonly since: number | null;
}

/** An entry for the log of devices. `device` is null if no known device is concerned. */
export interface LogEntry {
  readonly device: KnownDevice | null;
  readonly tenantId: string;
  readonly logType: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly content: string;
  readonly payload?: unknown;
  readonly at: number;
}

/** Facts that a device reports about itself. */
export interface DeviceFacts {
  readonly firmwareVersion?: string;
  readonly moduleVersions?: Readonly<Record<string, string>>;
  readonly modelVersion?: number;
  readonly peerAddress?: string;
}

/** One gathered change of a company: presence, data that a device reports about itself, or a log entry. */
type Gathered = { readonly tenantId: string } & (
  | { readonly kind: 'flip'; readonly flip: Flip }
  | { readonly kind: 'facts'; readonly device: KnownDevice; readonly facts: DeviceFacts }
  | { readonly kind: 'log'; readonly entry: LogEntry }
);

type Moment = (ms: number) => string;

/** Columns of a device to update, one object for each device. */
type FactRow = Partial<Row<typeof device>> & { readonly id: string };

function factRows(some: readonly Gathered[], moment: Moment): FactRow[] {
  const rows = new Map<string, FactRow>();
  const add = (id: string, facts: Partial<Row<typeof device>>): unknown =>
    rows.set(id, { id, ...rows.get(id), ...facts });
  for (const one of some)
    if (one.kind === 'facts') add(one.device.id, one.facts);
    else if (one.kind === 'flip') {
      const { device: known, isOnline, reason, at, address } = one.flip;
      add(known.id, {
        onlineStatus: isOnline ? 'online' : 'offline',
        onlineReason: reason,
        [isOnline ? 'lastOnlineTime' : 'lastOfflineTime']: moment(at),
        ...(address !== null && { peerAddress: address }),
      });
    }
  return [...rows.values()];
}

const changeRow = ({ device: known, isOnline, reason, at, address }: Flip, moment: Moment): object => ({
  deviceId: known.id,
  onlineStatus: isOnline ? 'online' : 'offline',
  reason,
  changeTime: moment(at),
  address,
});

const logRow = ({ device: known, logType, level, content, payload, at }: LogEntry, moment: Moment): object => ({
  logTime: moment(at),
  deviceId: known?.id ?? null,
  mac: known?.mac ?? null,
  mainMac: null,
  logType,
  level,
  direction: 'up',
  content,
  payload: payload ?? null,
});

const EVERY_MS = 500;
/** Number of changes in one transaction. A larger one could exceed the statement timeout at every retry. */
const PIECE = 1000;
/** Maximal number of presence changes that wait. Above it only the last one of each device is retained. */
const MAX_FLIPS = 50_000;

const newestOf = (flips: Flip[]): Flip[] =>
  flips.length <= MAX_FLIPS ? flips : [...new Map(flips.map((flip) => [flip.device.id, flip])).values()];
const MAX_LOG_ENTRIES = 20_000;
const AT_ONCE = 500;

/**
 * Gathers changes of devices other than values (presence, firmware and the like, log entries) and writes them in
 * batches. So a thousand returning devices need few statements.
 */
export class Presence {
  readonly #app: App;
  #flips: Flip[] = [];
  readonly #facts = new Map<string, { readonly device: KnownDevice; facts: DeviceFacts }>();
  #log: LogEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #dropped = 0;
  /** Called at each presence change, before it is written; the alarm rules need it. */ onChange:
    ((known: KnownDevice, isOnline: boolean, at: number) => void) | null = null;

  constructor(app: App) {
    this.#app = app;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), EVERY_MS);
    this.#timer.unref();
  }

  get facts(): { readonly waiting: number; readonly dropped: number } {
    return { waiting: this.#flips.length + this.#log.length + this.#facts.size, dropped: this.#dropped };
  }

  /** Set the presence of a device; return false if it is the same as before. */
  set(known: KnownDevice, isOnline: boolean, how: Omit<Flip, 'device' | 'isOnline' | 'since'>): boolean {
    if (known.isOnline === isOnline) return false;
    known.isOnline = isOnline;
    this.#flips.push({ device: known, isOnline, since: isOnline ? null : known.onlineSince, ...how });
    known.onlineSince = isOnline ? how.at : null;
    this.onChange?.(known, isOnline, how.at);
    return true;
  }

  learn(known: KnownDevice, facts: DeviceFacts): void {
    const before = this.#facts.get(known.id);
    this.#facts.set(known.id, { device: known, facts: { ...before?.facts, ...facts } });
  }

  /** Gather a log entry. Above the limit it is dropped and only counted. */
  log(entry: LogEntry): void {
    if (this.#log.length < MAX_LOG_ENTRIES) this.#log.push(entry);
    else this.#dropped += 1;
  }

  /** Write the gathered changes. Those that the database cannot take now wait for the next time. */
  flush(): Promise<void> {
    this.#writing = this.#writing
      .then(() => this.#writeAll())
      .catch((error: unknown) => this.#app.report(error as Error));
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const gathered: Gathered[] = [
      ...this.#flips.map((flip): Gathered => ({ kind: 'flip', tenantId: flip.device.tenantId, flip })),
      ...[...this.#facts.values()].map((one): Gathered => ({ kind: 'facts', tenantId: one.device.tenantId, ...one })),
      ...this.#log.map((entry): Gathered => ({ kind: 'log', tenantId: entry.tenantId, entry })),
    ];
    this.#flips = [];
    this.#log = [];
    this.#facts.clear();
    for (const [tenantId, mine] of Map.groupBy(gathered, (one) => one.tenantId))
      for (let at = 0; at < mine.length; at += PIECE) {
        const left = await writeDivided(mine.slice(at, at + PIECE), {
          write: (some) => this.#write(tenantId, some),
          refuse: (_, error) => this.#app.report(error),
        });
        if (!left) continue;
        // Changes of a company stay in order: if one piece waits, the following ones wait too.
        this.#putBack([...left.rows, ...mine.slice(at + PIECE)]);
        if (!isAway(left.error)) this.#app.report(left.error);
        break;
      }
  }

  /**
   * Gather changes again that could not be written. Newer data of the same device overrides them, and the limits apply.
   */
  #putBack(rows: readonly Gathered[]): void {
    const logged: LogEntry[] = [];
    const flipped: Flip[] = [];
    for (const one of rows)
      if (one.kind === 'flip') flipped.push(one.flip);
      else if (one.kind === 'log') logged.push(one.entry);
      else
        this.#facts.set(one.device.id, {
          device: one.device,
          facts: { ...one.facts, ...this.#facts.get(one.device.id)?.facts },
        });
    this.#flips = newestOf([...flipped, ...this.#flips]);
    const all = [...logged, ...this.#log];
    this.#log = all.slice(0, MAX_LOG_ENTRIES);
    this.#dropped += all.length - this.#log.length;
  }

  async #write(tenantId: string, some: readonly Gathered[]): Promise<void> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    const moment = (ms: number): string => inZone(ms, tenancy.zone);
    const flips = some.flatMap((one) => (one.kind === 'flip' ? [one.flip] : []));
    await transact(this.#app, productActor(this.#app, tenancy, 'devices'), async (tx) => {
      for (let all = factRows(some, moment); all.length > 0; all = all.slice(AT_ONCE))
        await tx.touch(device, all.slice(0, AT_ONCE));
      await tx.append(
        deviceOnline,
        flips.map((one) => changeRow(one, moment)),
      );
      await this.#countDays(tx.sql, tenantId, tenancy.zone, flips);
      await tx.append(
        deviceLog,
        some.flatMap((one) => (one.kind === 'log' ? [logRow(one.entry, moment)] : [])),
      );
    });
  }

  /** Add the seconds online, and the number of changes, to the counts of each local day. */
  async #countDays(
    sql: { query: (text: string, values: readonly unknown[]) => Promise<unknown[]> },
    tenantId: string,
    zone: string,
    flips: readonly Flip[],
  ): Promise<void> {
    if (flips.length === 0) return;
    await sql.query(
      `insert into iot_online_day as d (device_id, day, tenant_id, online_sec, changes)
       select f.id, day::date, $1, round(sum(extract(epoch from least(f.until, day + interval '1 day') - greatest(f.since, day))))::int,
         count(*) filter (where f.until >= day and f.until < day + interval '1 day')::int
       from (select id, to_timestamp(since / 1000.0) at time zone $5 as since, to_timestamp(until / 1000.0) at time zone $5 as until
             from unnest($2::bigint[], $3::float8[], $4::float8[]) as g(id, since, until)) f
       cross join lateral generate_series(date_trunc('day', f.since), f.until, interval '1 day') as day
       group by 1, 2 order by 1, 2
       on conflict (device_id, day) do update set online_sec = d.online_sec + excluded.online_sec, changes = d.changes + excluded.changes`,
      [
        tenantId,
        flips.map(({ device: { id } }) => id),
        flips.map(({ since, at }) => Math.min(since ?? at, at)),
        flips.map(({ at }) => at),
        zone,
      ],
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
