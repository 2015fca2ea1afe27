import { type App, inZone, productActor, transact } from '#kernel/server';
import { device } from '../../devices/device.paper.ts';
import type { KnownDevice } from '../known-device.server.ts';
import { deviceLog } from '../../records/device-log.paper.ts';
import { deviceOnline } from '../../records/device-online.paper.ts';

export type OnlineReason = 'session' | 'data' | 'parent' | 'timeout' | 'lwt' | 'kick';

/** A device that came or went. */
interface Flip {
  readonly device: KnownDevice;
  readonly isOnline: boolean;
  readonly reason: OnlineReason;
  readonly at: number;
  readonly address: string | null;
  /** Of one that went: since when it had been there. */ readonly since: number | null;
}

/** An entry for the log of a device. */
export interface LogEntry {
  readonly device: KnownDevice | null;
  readonly tenantId: string;
  readonly logType: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly content: string;
  readonly payload?: unknown;
  readonly at: number;
}

/** Facts of a device that it told itself. */
export interface DeviceFacts {
  readonly firmwareVersion?: string;
  readonly moduleVersions?: Readonly<Record<string, string>>;
  readonly modelVersion?: number;
  readonly peerAddress?: string;
}

const EVERY_MS = 500;
const MOST_LOG_ENTRIES = 20_000;
const AT_ONCE = 500;

/**
 * Gathers what becomes of devices besides their values (online or not, what they told of themselves, their log) and writes it in batches, so
 * that a thousand devices that come back at once are a few statements.
 */
export class Presence {
  readonly #app: App;
  #flips: Flip[] = [];
  readonly #facts = new Map<string, { readonly device: KnownDevice; facts: DeviceFacts }>();
  #log: LogEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #dropped = 0;
  /** Told of each device that comes or goes, besides what is written. */ onChange:
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

  /** Answers whether that changed anything. */
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

  /** The log gives way where it is flooded; how much was left off is told. */
  log(entry: LogEntry): void {
    if (this.#log.length < MOST_LOG_ENTRIES) this.#log.push(entry);
    else this.#dropped += 1;
  }

  /** Writes what was gathered; what cannot be written now waits. */
  flush(): Promise<void> {
    this.#writing = this.#writing
      .then(() => this.#writeAll())
      .catch((error: unknown) => this.#app.report(error as Error));
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const flips = this.#flips;
    const log = this.#log;
    const facts = [...this.#facts.values()];
    if (flips.length + log.length + facts.length === 0) return;
    this.#flips = [];
    this.#log = [];
    this.#facts.clear();
    const companies = new Set([
      ...flips.map(({ device: { tenantId } }) => tenantId),
      ...log.map(({ tenantId }) => tenantId),
      ...facts.map(({ device: { tenantId } }) => tenantId),
    ]);
    for (const tenantId of companies) {
      const mine = {
        flips: flips.filter((one) => one.device.tenantId === tenantId),
        log: log.filter((one) => one.tenantId === tenantId),
        facts: facts.filter((one) => one.device.tenantId === tenantId),
      };
      try {
        await this.#write(tenantId, mine);
      } catch {
        // The database is away: states are kept, the newest last; of the log what there is room for.
        this.#flips = [...mine.flips, ...this.#flips];
        for (const { device: known, facts: told } of mine.facts)
          this.#facts.set(known.id, { device: known, facts: { ...told, ...this.#facts.get(known.id)?.facts } });
        this.#log = [...mine.log, ...this.#log].slice(0, MOST_LOG_ENTRIES);
      }
    }
  }

  async #write(
    tenantId: string,
    {
      flips,
      log,
      facts,
    }: {
      readonly flips: readonly Flip[];
      readonly log: readonly LogEntry[];
      readonly facts: readonly { device: KnownDevice; facts: DeviceFacts }[];
    },
  ): Promise<void> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    const moment = (ms: number): string => inZone(ms, tenancy.zone);
    await transact(this.#app, productActor(this.#app, tenancy, 'devices'), async (tx) => {
      const rows = new Map<string, Record<string, unknown>>();
      const row = (id: string): Record<string, unknown> => {
        const known = rows.get(id) ?? { id };
        rows.set(id, known);
        return known;
      };
      for (const { device: known, isOnline, reason, at, address } of flips)
        Object.assign(row(known.id), {
          onlineStatus: isOnline ? 'online' : 'offline',
          onlineReason: reason,
          [isOnline ? 'lastOnlineTime' : 'lastOfflineTime']: moment(at),
          ...(address !== null && { peerAddress: address }),
        });
      for (const { device: known, facts: told } of facts) Object.assign(row(known.id), told);
      for (let all = [...rows.values()]; all.length > 0; all = all.slice(AT_ONCE))
        await tx.touch(device, all.slice(0, AT_ONCE) as never);
      await tx.append(
        deviceOnline,
        flips.map(({ device: known, isOnline, reason, at, address }) => ({
          deviceId: known.id,
          onlineStatus: isOnline ? 'online' : 'offline',
          reason,
          changeTime: moment(at),
          address,
        })) as never,
      );
      await this.#countDays(tx.sql, tenantId, tenancy.zone, flips);
      await tx.append(
        deviceLog,
        log.map(({ device: known, logType, level, content, payload, at }) => ({
          logTime: moment(at),
          deviceId: known?.id ?? null,
          mac: known?.mac ?? null,
          mainMac: null,
          logType,
          level,
          direction: 'up',
          content,
          payload: payload ?? null,
        })) as never,
      );
    });
  }

  /** Seconds online and changes of each day, by what was written before. */
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
