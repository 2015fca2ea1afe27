import type { Table } from '#kernel/server';
import { tableColumns } from '../../../history/store/table-columns.server.ts';

/** Tables of connections: the owners of ports, and the frames of the last day. */
export const channelTables: readonly Table[] = [
  {
    name: 'iot_channel_key',
    tenants: false,
    isGuarded: true,
    comment: 'which company uses a port, an account or a certificate, over all companies',
    primaryKey: ['kind', 'key'],
    indexes: [],
    columns: [
      { name: 'kind', type: 'text', notNull: true },
      { name: 'key', type: 'text', notNull: true },
      { name: 'tenant_id', type: 'text', notNull: true },
      { name: 'row_id', type: 'bigint', notNull: true },
    ],
  },
  {
    name: 'iot_frame',
    columns: tableColumns({
      connection_id: 'bigint not null',
      ts: 'timestamptz not null',
      no: 'bigint not null',
      tenant_id: 'text not null',
      device_id: 'bigint',
      direction: 'text not null',
      verdict: 'text not null',
      bytes: 'bytea not null',
      sender: 'text',
    }),
    primaryKey: ['connection_id', 'ts', 'no'],
    indexes: [],
    tenants: true,
    spans: { by: 'ts', each: 'day', keepDays: 1 },
    comment:
      'frames of connections as they came and went, for a day; verdict: ok, or why a frame was not used; sender: the id that it names',
  },
];

const GUARDED = 'language sql volatile security definer set search_path = public, pg_temp';
const mine = "current_setting('anju.tenant', true)";

/** SQL functions, the only access to `iot_channel_key`. They act for the company of the database connection. */
export const channelFunctions: readonly string[] = [
  // Own exactly these keys of a kind, and return those that another company has.
  `create or replace function iot_own_channels(k text, v text[], i bigint[]) returns setof text ${GUARDED} as
   $$ with wanted as (select * from unnest(v, i) as w(key, row_id)),
        gone as (delete from iot_channel_key where kind = k and tenant_id = ${mine} and not key = any(v)),
        done as (insert into iot_channel_key as t (kind, key, tenant_id, row_id)
          select k, key, ${mine}, row_id from wanted order by key
          on conflict (kind, key) do update set row_id = excluded.row_id where t.tenant_id = ${mine} returning key)
      select key from wanted where key not in (select key from done) $$`,
  // Let each of these rows own this key of a kind, or none (null), and return the keys that other rows have.
  `create or replace function iot_claim_channels(k text, v text[], i bigint[]) returns setof text ${GUARDED} as
   $$ with wanted as (select * from unnest(v, i) as w(key, row_id)),
        gone as (delete from iot_channel_key t using wanted w
          where t.kind = k and t.tenant_id = ${mine} and t.row_id = w.row_id and t.key is distinct from w.key),
        done as (insert into iot_channel_key as t (kind, key, tenant_id, row_id)
          select k, key, ${mine}, row_id from wanted where key is not null order by key
          on conflict (kind, key) do update set row_id = excluded.row_id
            where t.tenant_id = ${mine} and t.row_id = excluded.row_id returning key)
      select key from wanted where key is not null and key not in (select key from done) $$`,
];
