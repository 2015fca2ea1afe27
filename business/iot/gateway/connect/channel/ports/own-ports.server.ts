import type { Context } from '#kernel/server';
import { refuse } from '../refusals.ts';

/** Kinds of configurations whose port is open for devices, by the protocol of the port. */
export const LISTENING: Readonly<Record<string, 'tcp' | 'udp'>> = { tcp_server: 'tcp', udp: 'udp' };

/**
 * Claim the ports of all connections of the company, and release others. A port belongs to one company of the
 * installation; refuse one that another company has, without naming that company.
 */
export async function ownPorts(context: Context): Promise<void> {
  const rows = await context.sql.query<{ type: string; port: number; id: string }>(
    `select c.device_connect_type as type, coalesce((k.params->>'port')::int, c.port) as port, min(k.id)::text as id
     from iot_device_connection k join sys_device_connect_config c on c.tenant_id = k.tenant_id and c.id = k.connect_config_id
     where k.tenant_id = $1 and k.is_deleted = 0 and c.is_deleted = 0 and c.status = 1 and c.device_connect_type = any($2::text[])
     group by 1, 2 order by 1, 2`,
    [context.tenantId, Object.keys(LISTENING)],
  );
  const taken = await context.sql.query<{ iot_own_channels: string }>(
    'select iot_own_channels($1, $2::text[], $3::bigint[])',
    ['port', rows.map(({ type, port }) => `${LISTENING[type]}:${port}`), rows.map(({ id }) => id)],
  );
  if (taken.length) throw refuse.portTaken({ port: Number(taken[0].iot_own_channels.split(':')[1]) });
}
