import type { Context, Table } from '#kernel/server';
import { refuse } from '../refusals.ts';

/**
 * Tables over all companies: the device of each key, and the companies that have each model code. A topic names no
 * company, so a key must be unique in the installation.
 */
export const deviceKeyTables: readonly Table[] = [
  {
    name: 'iot_device_key',
    tenants: false,
    isGuarded: true,
    comment: 'whose device a key is, over all companies; a retired or removed device has none',
    primaryKey: ['key'],
    indexes: [{ name: 'iot_device_key_device', on: 'device_id', user: 'key of a device' }],
    columns: [
      { name: 'key', type: 'text', notNull: true },
      { name: 'tenant_id', type: 'text', notNull: true },
      { name: 'device_id', type: 'bigint', notNull: true },
      { name: 'model_code', type: 'text', notNull: true },
    ],
  },
  {
    name: 'iot_model_key',
    tenants: false,
    isGuarded: true,
    comment: 'which companies have published a model of a code',
    primaryKey: ['model_code', 'tenant_id'],
    indexes: [],
    columns: [
      { name: 'model_code', type: 'text', notNull: true },
      { name: 'tenant_id', type: 'text', notNull: true },
      { name: 'model_id', type: 'bigint', notNull: true },
    ],
  },
];

const GUARDED = 'language sql volatile security definer set search_path = public, pg_temp';
const LOOKS = 'language sql stable security definer set search_path = public, pg_temp';
const mine = "current_setting('anju.tenant', true)";

/**
 * SQL functions, the only access to these tables. Functions that write act for the company of the database connection.
 * Functions that read let the gateway find the company of a key.
 */
export const deviceKeyFunctions: readonly string[] = [
  `create or replace function iot_take_keys(k text[], d bigint[], m text[]) returns setof text ${GUARDED} as
   $$ with wanted as (select * from unnest(k, d, m) as w(key, device_id, model_code)),
        done as (insert into iot_device_key as t (key, tenant_id, device_id, model_code)
          select key, ${mine}, device_id, model_code from wanted order by key
          on conflict (key) do update set model_code = excluded.model_code where t.tenant_id = ${mine} and t.device_id = excluded.device_id returning key)
      select key from wanted where key not in (select key from done) $$`,
  `create or replace function iot_free_keys(d bigint[]) returns void ${GUARDED} as
   $$ delete from iot_device_key where device_id = any(d) and tenant_id = ${mine} $$`,
  `create or replace function iot_device_of_key(k text) returns table (tenant_id text, device_id bigint, model_code text) ${LOOKS} as
   $$ select tenant_id, device_id, model_code from iot_device_key where key = k $$`,
  `create or replace function iot_take_model(c text, i bigint) returns void ${GUARDED} as
   $$ insert into iot_model_key (model_code, tenant_id, model_id) values (c, ${mine}, i)
      on conflict (model_code, tenant_id) do update set model_id = excluded.model_id $$`,
  `create or replace function iot_free_models(i bigint[]) returns void ${GUARDED} as
   $$ delete from iot_model_key where model_id = any(i) and tenant_id = ${mine} $$`,
  `create or replace function iot_companies_of_model(c text) returns table (tenant_id text, model_id bigint) ${LOOKS} as
   $$ select tenant_id, model_id from iot_model_key where model_code = c order by tenant_id limit 100 $$`,
];

/** A device with its key and model. */
interface KeyedDevice {
  readonly id: string;
  readonly deviceKey: string;
  readonly modelId: string;
}

/**
 * Claim the keys of devices, in the order of the keys. Refuse a key that another device has, without naming that
 * device.
 */
export async function takeKeys(context: Context, devices: readonly KeyedDevice[]): Promise<void> {
  if (!devices.length) return;
  const models = await context.sql.query<{ id: string; code: string }>(
    'select id::text as id, model_code as code from iot_thing_model where tenant_id = $1 and id = any($2::bigint[])',
    [context.tenantId, [...new Set(devices.map((one) => one.modelId))]],
  );
  const codes = new Map(models.map((one) => [one.id, one.code]));
  const taken = await context.sql.query<{ iot_take_keys: string }>(
    'select iot_take_keys($1::text[], $2::bigint[], $3::text[])',
    [
      devices.map((one) => one.deviceKey),
      devices.map((one) => one.id),
      devices.map((one) => codes.get(one.modelId) ?? ''),
    ],
  );
  if (!taken.length) return;
  const key = taken[0].iot_take_keys;
  const refusal = refuse.keyTaken({ key });
  throw refuse.keyTaken({ key }, { fields: [{ field: 'deviceKey', words: refusal.words }] });
}

/** Release the keys of devices, so that any company may register them again. */
export async function freeKeys(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length) await context.sql.query('select iot_free_keys($1::bigint[])', [ids]);
}
