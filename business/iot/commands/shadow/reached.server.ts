import type { Context, Sql } from '#kernel/server';

/** Wanted values of a device, with their version and the second since when each is wanted. */
export interface Shadow {
  readonly deviceId: string;
  readonly desired: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, { readonly at: number; readonly by: string }>>;
  readonly version: number;
}

const COLUMNS = 'device_id::text as "deviceId", desired, meta, version';

/** Return the shadows of devices that want something. */
export const readShadows = (sql: Sql, tenantId: string, ids: readonly string[]): Promise<Shadow[]> =>
  sql.query<Shadow>(
    `select ${COLUMNS} from iot_device_shadow where tenant_id = $1 and device_id = any($2::bigint[]) and desired <> '{}'`,
    [tenantId, ids],
  );

/** Return all shadows of a company that want something. */
export const readAllShadows = (sql: Sql, tenantId: string): Promise<Shadow[]> =>
  sql.query<Shadow>(`select ${COLUMNS} from iot_device_shadow where tenant_id = $1 and desired <> '{}' limit 100000`, [
    tenantId,
  ]);

/**
 * Remove reached values from the wanted ones of devices, unless another value is wanted meanwhile. `reached`: values by
 * device.
 */
export async function dropDesired(
  { sql, tenantId }: Pick<Context, 'sql' | 'tenantId'>,
  reached: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Promise<void> {
  if (reached.size === 0) return;
  await sql.query(
    `update iot_device_shadow s set desired = s.desired - g.keys, meta = s.meta - g.keys
     from (select d.device_id, array(select v.key from jsonb_each(e->1) v where d.desired->v.key = v.value) as keys
       from jsonb_array_elements($2::jsonb) e join iot_device_shadow d on d.tenant_id = $1 and d.device_id = (e->>0)::bigint) g
     where s.tenant_id = $1 and s.device_id = g.device_id and cardinality(g.keys) > 0`,
    [tenantId, JSON.stringify([...reached])],
  );
}

/** Clear the wanted values of devices that left their home, are retired or became another model. */
export const clearDesired = (
  { sql, tenantId }: Pick<Context, 'sql' | 'tenantId'>,
  ids: readonly string[],
): Promise<unknown> =>
  sql.query(
    "update iot_device_shadow set desired = '{}', meta = '{}', version = version + 1 where tenant_id = $1 and device_id = any($2::bigint[]) and desired <> '{}'",
    [tenantId, ids],
  );
