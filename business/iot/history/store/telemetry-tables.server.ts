import type { Table } from '#kernel/server';
import { tableColumns } from './table-columns.server.ts';

/** Messages older than this number of days are refused. */
export const ACCEPTED_DAYS = 30;
/** Days for which messages may be stored as rows; older partitions are dropped. */
export const HOT_DAYS = ACCEPTED_DAYS + 2;
/** Days for which raw payloads are stored. */
const RAW_DAYS = 1;

/** Tables of device values. They are no papers, because they have millions of rows that nobody edits. */
export const telemetryTables: readonly Table[] = [
  {
    name: 'iot_telemetry',
    columns: tableColumns({
      device_id: 'bigint not null',
      ts: 'timestamptz not null',
      tenant_id: 'text not null',
      data: 'jsonb not null',
      meta: 'integer not null',
    }),
    primaryKey: ['device_id', 'ts'],
    indexes: [],
    tenants: true,
    spans: { by: 'ts', each: 'day', keepDays: HOT_DAYS, lateDays: HOT_DAYS },
    comment: 'one row a message: the values of one moment of one device; meta: bits of doubtful quality',
  },
  {
    name: 'iot_device_latest',
    columns: tableColumns({
      device_id: 'bigint not null',
      tenant_id: 'text not null',
      ts: 'timestamptz not null',
      data: 'jsonb not null',
      times: 'jsonb',
    }),
    primaryKey: ['device_id'],
    indexes: [],
    tenants: true,
    storage: { fillfactor: 50 },
    comment: 'the newest value of each property of each device; times: seconds of each value, where not all are of ts',
  },
  {
    name: 'iot_raw_frame',
    columns: tableColumns({
      device_id: 'bigint not null',
      ts: 'timestamptz not null',
      no: 'bigint not null',
      tenant_id: 'text not null',
      topic: 'text not null',
      bytes: 'bytea not null',
    }),
    primaryKey: ['device_id', 'ts', 'no'],
    indexes: [],
    tenants: true,
    spans: { by: 'ts', each: 'day', keepDays: RAW_DAYS },
    comment: 'bytes as they came, for a day',
  },
  {
    name: 'iot_online_day',
    columns: tableColumns({
      device_id: 'bigint not null',
      day: 'date not null',
      tenant_id: 'text not null',
      online_sec: 'integer not null',
      changes: 'integer not null',
    }),
    primaryKey: ['device_id', 'day'],
    indexes: [],
    tenants: true,
    comment: 'how long a device was online on a day of its company, and how often that changed',
  },
];
