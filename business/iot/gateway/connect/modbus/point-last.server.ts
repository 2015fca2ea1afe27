import type { App, Table } from '#kernel/server';
import { CompanyWriter } from '../company-writer.server.ts';
import { tableColumns } from '../../../history/store/table-columns.server.ts';
import type { PointValue } from '../points/value.rules.ts';

/** The last read of a point, as it is stored. */
export interface StoredRead {
  /** Raw words in hex, high byte first; null: the unit refused. */ readonly words: string | null;
  readonly value: PointValue;
  /** Moment in milliseconds. */ readonly at: number;
  /** Code of the exception; null: the unit answered. */ readonly exception: number | null;
}

/** Last reads of the points of each device on a bus. */
export const pointTables: readonly Table[] = [
  {
    name: 'iot_point_last',
    columns: tableColumns({
      device_id: 'bigint not null',
      tenant_id: 'text not null',
      data: 'jsonb not null',
    }),
    primaryKey: ['device_id'],
    indexes: [],
    tenants: true,
    storage: { fillfactor: 50 },
    comment: 'last read of each point of a device on a bus: raw words, value, moment, exception',
  },
];

const EVERY_MS = 1000;
/** Devices whose reads wait to be stored; those of others are not stored. */
const MAX_WAITING = 10_000;

interface Waiting {
  readonly tenantId: string;
  readonly zone: string;
  data: Readonly<Record<string, StoredRead>>;
}

/** Stores the last reads of points once a second. Only the newest of each point is stored. */
export class PointStore {
  readonly #writer: CompanyWriter<readonly [string, Waiting]>;
  #waiting = new Map<string, Waiting>();

  constructor(app: App) {
    this.#writer = new CompanyWriter<readonly [string, Waiting]>(app, {
      everyMs: EVERY_MS,
      take: () => {
        const waiting = [...this.#waiting].toSorted(([a], [b]) => a.localeCompare(b));
        this.#waiting = new Map();
        return waiting;
      },
      tenancyOf: ([, one]) => one,
      write: (tenancy, rows) =>
        app.db.write(tenancy, (sql) =>
          sql.query(
            `insert into iot_point_last as t (device_id, tenant_id, data)
             select (e->>0)::bigint, $2, e->1 from jsonb_array_elements($1::jsonb) e
             on conflict (device_id) do update set data = t.data || excluded.data`,
            [JSON.stringify(rows.map(([id, { data }]) => [id, data])), tenancy.tenantId],
          ),
        ),
    });
  }

  start(): void {
    this.#writer.start();
  }

  note(
    of: { readonly tenantId: string; readonly zone: string },
    deviceId: string,
    data: Readonly<Record<string, StoredRead>>,
  ): void {
    const before = this.#waiting.get(deviceId);
    if (before) before.data = { ...before.data, ...data };
    else if (this.#waiting.size < MAX_WAITING)
      this.#waiting.set(deviceId, { tenantId: of.tenantId, zone: of.zone, data });
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }

  stop(): Promise<void> {
    return this.#writer.stop();
  }
}
