import type { App } from '#kernel/server';
import { CompanyWriter } from '../../company-writer.server.ts';
import type { ConnectionOf } from '../connection-states.server.ts';

const EVERY_MS = 500;
/** Frames that wait to be stored; further ones are not stored. */
const MAX_WAITING = 5000;
const MAX_BAD_A_MINUTE = 100;
const MINUTE_MS = 60_000;

/** A frame that came or went, with its verdict: `ok`, or why it was not used. */
interface StoredFrame {
  readonly deviceId: string | null;
  readonly direction: 'up' | 'down';
  readonly verdict: string;
  readonly bytes: Uint8Array;
  /** The id that the frame names, as it is stored. */ readonly sender?: string | null;
}

interface Waiting {
  readonly of: ConnectionOf;
  readonly row: readonly unknown[];
}

/** Stores frames for a day, twice a second. Of bad ones it stores at most 100 a minute and connection. */
export class FrameStore {
  readonly #app: App;
  readonly #bad = new Map<string, { minute: number; count: number }>();
  #waiting: Waiting[] = [];
  #no = 0;
  readonly #writer: CompanyWriter<Waiting>;

  constructor(app: App) {
    this.#app = app;
    this.#writer = new CompanyWriter<Waiting>(app, {
      everyMs: EVERY_MS,
      take: () => {
        const waiting = this.#waiting;
        this.#waiting = [];
        return waiting;
      },
      tenancyOf: ({ of }) => of,
      write: (tenancy, rows) =>
        app.db.write(tenancy, (sql) =>
          sql.query(
            `insert into iot_frame (connection_id, ts, no, tenant_id, device_id, direction, verdict, bytes, sender)
             select (e->>0)::bigint, to_timestamp((e->>1)::float8), (e->>2)::bigint, $2, (e->>3)::bigint, e->>4, e->>5, decode(e->>6, 'hex'), e->>7
             from jsonb_array_elements($1::jsonb) e on conflict do nothing`,
            [JSON.stringify(rows.map(({ row }) => row)), tenancy.tenantId],
          ),
        ),
    });
  }

  start(): void {
    this.#writer.start();
  }

  note(of: ConnectionOf, { deviceId, direction, verdict, bytes, sender }: StoredFrame): void {
    const now = this.#app.clock.ms();
    if (this.#waiting.length >= MAX_WAITING || (verdict !== 'ok' && this.#isTooMany(of.connectionId, now))) return;
    this.#no = Math.max(this.#no + 1, now * 1000);
    const hex = Buffer.from(bytes).toString('hex');
    const row = [of.connectionId, now / 1000, this.#no, deviceId, direction, verdict, hex, sender ?? null];
    this.#waiting.push({ of, row });
  }

  #isTooMany(connectionId: string, now: number): boolean {
    const minute = Math.floor(now / MINUTE_MS);
    const before = this.#bad.get(connectionId);
    const count = before?.minute === minute ? before.count + 1 : 1;
    this.#bad.set(connectionId, { minute, count });
    return count > MAX_BAD_A_MINUTE;
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }

  stop(): Promise<void> {
    return this.#writer.stop();
  }
}
