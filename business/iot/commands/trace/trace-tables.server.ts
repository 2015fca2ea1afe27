import type { Table } from '#kernel/server';
import { tableColumns } from '../../history/store/table-columns.server.ts';

/** Days for which the lines of a trace are stored. */
const KEEP_DAYS = 2;

/** Tables of traces: their lines, and the last trace of each device. */
export const traceTables: readonly Table[] = [
  {
    name: 'iot_trace',
    columns: tableColumns({
      device_id: 'bigint not null',
      ts: 'timestamptz not null',
      no: 'bigint not null',
      tenant_id: 'text not null',
      direction: 'text not null',
      topic: 'text not null',
      size: 'integer not null',
      hex: 'text not null',
      body: 'jsonb',
      is_cut: 'boolean not null',
      outcome: 'text',
    }),
    primaryKey: ['device_id', 'ts', 'no'],
    indexes: [],
    tenants: true,
    spans: { by: 'ts', each: 'day', keepDays: KEEP_DAYS },
    comment: 'messages of traced devices, without secrets',
  },
  {
    name: 'iot_trace_run',
    columns: tableColumns({
      device_id: 'bigint not null',
      tenant_id: 'text not null',
      started_time: 'timestamptz not null',
      until_time: 'timestamptz not null',
      person: 'text not null',
      dropped: 'integer not null',
    }),
    primaryKey: ['device_id'],
    indexes: [],
    tenants: true,
    comment: 'the last trace of a device: its time, who began it, and how many lines were dropped',
  },
];
