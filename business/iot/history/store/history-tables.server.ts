import type { Table } from '#kernel/server';
import { HOT_DAYS } from './telemetry-tables.server.ts';
import type { ArchivedTable } from '#business/system/tenants/export/archived-tables.server.ts';

/** Packed messages are kept for so many days, the figures of their hours for so many. Figures of days stay. */
export const PACKED_DAYS = 400;
const HOUR_FIGURE_DAYS = 1130;
/** The day before the oldest row changes too: a step over midnight is shared. */
const LATE_DAYS = HOT_DAYS + 1;

/** What devices sent, once their days are over: packed messages, and figures of hours and days. */
export const historyTables: readonly Table[] = [
  {
    name: 'iot_telemetry_pack',
    columns: [
      { name: 'device_id', type: 'bigint', notNull: true },
      { name: 'day', type: 'date', notNull: true },
      { name: 'tenant_id', type: 'text', notNull: true },
      { name: 'n', type: 'integer', notNull: true },
      { name: 'first_ts', type: 'timestamptz', notNull: true },
      { name: 'last_ts', type: 'timestamptz', notNull: true },
      { name: 'keys', type: 'text[]', notNull: true },
      { name: 'offs', type: 'integer[]', notNull: true },
      { name: 'data', type: 'bytea', notNull: true, isExternal: true },
    ],
    primaryKey: ['device_id', 'day'],
    indexes: [],
    tenants: true,
    spans: { by: 'day', each: 'month', keepDays: PACKED_DAYS, lateDays: LATE_DAYS },
    comment: 'the messages of a device on a day of UTC, a column for each property; offs: where each column begins',
  },
  {
    name: 'iot_hours',
    columns: [
      { name: 'device_id', type: 'bigint', notNull: true },
      { name: 'day', type: 'date', notNull: true },
      { name: 'tenant_id', type: 'text', notNull: true },
      { name: 'data', type: 'bytea', notNull: true },
    ],
    primaryKey: ['device_id', 'day'],
    indexes: [],
    tenants: true,
    spans: { by: 'day', each: 'month', keepDays: HOUR_FIGURE_DAYS, lateDays: LATE_DAYS },
    comment: 'figures of each hour of a day of the company, for each property of a device',
  },
  {
    name: 'iot_days',
    columns: [
      { name: 'device_id', type: 'bigint', notNull: true },
      { name: 'day', type: 'date', notNull: true },
      { name: 'tenant_id', type: 'text', notNull: true },
      { name: 'data', type: 'bytea', notNull: true },
    ],
    primaryKey: ['device_id', 'day'],
    indexes: [],
    tenants: true,
    comment: 'the same of whole days',
  },
  {
    name: 'iot_dirty_hour',
    columns: [
      { name: 'device_id', type: 'bigint', notNull: true },
      { name: 'hour', type: 'timestamptz', notNull: true },
      { name: 'tenant_id', type: 'text', notNull: true },
    ],
    primaryKey: ['device_id', 'hour'],
    indexes: [],
    tenants: true,
    comment: 'hours (of UTC) of devices whose figures must be counted anew',
  },
  {
    name: 'iot_row_day',
    columns: [
      { name: 'device_id', type: 'bigint', notNull: true },
      { name: 'day', type: 'date', notNull: true },
      { name: 'tenant_id', type: 'text', notNull: true },
    ],
    primaryKey: ['device_id', 'day'],
    indexes: [],
    tenants: true,
    comment: 'days (of UTC) of devices whose messages lie as rows of iot_telemetry, all or some that came late',
  },
];

/** What goes into the archive of a company: messages, packed ones, and what was counted. */
export const archivedHistory: readonly ArchivedTable[] = [
  {
    table: 'iot_telemetry',
    key: [
      ['device_id', 'bigint'],
      ['ts', 'timestamptz'],
    ],
  },
  {
    table: 'iot_row_day',
    key: [
      ['device_id', 'bigint'],
      ['day', 'date'],
    ],
  },
  {
    table: 'iot_telemetry_pack',
    key: [
      ['device_id', 'bigint'],
      ['day', 'date'],
    ],
  },
  {
    table: 'iot_hours',
    key: [
      ['device_id', 'bigint'],
      ['day', 'date'],
    ],
  },
  {
    table: 'iot_days',
    key: [
      ['device_id', 'bigint'],
      ['day', 'date'],
    ],
  },
];
