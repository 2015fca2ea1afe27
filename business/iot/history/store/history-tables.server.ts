import type { Table } from '#kernel/server';
import { tableColumns } from './table-columns.server.ts';
import { HOT_DAYS } from './telemetry-tables.server.ts';
import type { ArchivedTable } from '#business/system/tenants/export/archived-tables.server.ts';

/**
 * Number of days for which figures may still change. It is one more than for messages as rows, because a message just
 * after midnight can change the day before.
 */
const LATE_DAYS = HOT_DAYS + 1;

/** Return the definition of a table with one row for each device and day. */
const dayTable = (name: string, comment: string, columns: Table['columns'], spans?: Table['spans']): Table => ({
  name,
  columns: [
    ...tableColumns({ device_id: 'bigint not null', day: 'date not null', tenant_id: 'text not null' }),
    ...columns,
  ],
  primaryKey: ['device_id', 'day'],
  indexes: [],
  tenants: true,
  comment,
  ...(spans && { spans }),
});

const MONTHS: Table['spans'] = { by: 'day', each: 'month', isKeptByNeed: true, lateDays: LATE_DAYS };
const figures = tableColumns({ data: 'bytea not null' });

/** Tables of packed messages, of hourly and daily figures, of the hours to recompute, and of the days to pack. */
export const historyTables: readonly Table[] = [
  dayTable(
    'iot_telemetry_pack',
    'the messages of a device on a day of UTC, a column for each property; offs: where each column begins',
    [
      ...tableColumns({
        n: 'integer not null',
        first_ts: 'timestamptz not null',
        last_ts: 'timestamptz not null',
        keys: 'text[] not null',
        offs: 'integer[] not null',
      }),
      { name: 'data', type: 'bytea', notNull: true, isExternal: true },
    ],
    MONTHS,
  ),
  dayTable('iot_hours', 'figures of each hour of a day of the company, for each property of a device', figures, MONTHS),
  dayTable('iot_days', 'the same of whole days; growth: where the counters are when the day ends', [
    ...figures,
    ...tableColumns({ growth: 'bytea' }),
  ]),
  dayTable(
    'iot_row_day',
    'days (of UTC) of devices whose messages lie as rows of iot_telemetry, all or some that came late',
    [],
  ),
  {
    name: 'iot_dirty_hour',
    columns: tableColumns({ device_id: 'bigint not null', hour: 'timestamptz not null', tenant_id: 'text not null' }),
    primaryKey: ['device_id', 'hour'],
    indexes: [],
    tenants: true,
    comment: 'hours (of UTC) of devices whose figures must be counted anew',
  },
];

const byDay = (table: string): ArchivedTable => ({
  table,
  key: [
    ['device_id', 'bigint'],
    ['day', 'date'],
  ],
});

/** Tables of the history in the archive of a company: messages, packs and figures. */
export const archivedHistory: readonly ArchivedTable[] = [
  {
    table: 'iot_telemetry',
    key: [
      ['device_id', 'bigint'],
      ['ts', 'timestamptz'],
    ],
  },
  ...['iot_row_day', 'iot_telemetry_pack', 'iot_hours', 'iot_days'].map(byDay),
];
