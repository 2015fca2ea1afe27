import { answering } from '#kernel/server';
import { devicesInArea } from '#business/iot/commands/task/devices-in-area.service.ts';
import { deviceFacts } from '#business/iot/devices/device-facts.relation.ts';
import { roomAddressFacts } from '../../addresses/room-address-facts.relation.ts';

/** Answers the question for devices in a region. */
export const areaAnswer = answering(devicesInArea, async ({ sql, tenantId }, { code, most }) => {
  const rows = await sql.query<{ id: string }>(
    `select d.id::text as id from ${deviceFacts} d join ${roomAddressFacts} a on a.tenant_id = d.tenant_id and a.id = d.room_address_id
     where d.tenant_id = $1 and d.is_deleted = 0 and a.is_deleted = 0 and a.area_code like $2 order by d.id limit $3`,
    [tenantId, `${code}%`, most],
  );
  return rows.map(({ id }) => id);
});
