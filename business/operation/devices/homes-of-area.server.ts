import { answering } from '#kernel/server';
import { homesOfArea } from '#business/iot/firmware/tasks/homes-of-area.service.ts';

/** The most homes of a region. */
const MAX_HOMES = 100_000;

/** Answers the question for the homes of a region: those at addresses in it, by the beginning of its code. */
export const homesOfAreaAnswer = answering(homesOfArea, async ({ sql, tenantId }, { code }) => {
  if (!/^\d{2,12}$/.test(code)) return [];
  let prefix = code;
  while (prefix.length > 2 && prefix.endsWith('00')) prefix = prefix.slice(0, -2);
  const rows = await sql.query<{ id: string }>(
    `select h.id::text as id from op_household h join op_room_address a on a.tenant_id = h.tenant_id and a.id = h.room_address_id
     where h.tenant_id = $1 and h.is_deleted = 0 and a.area_code >= $2 and a.area_code < $2 || ':' order by h.id limit ${MAX_HOMES}`,
    [tenantId, prefix],
  );
  return rows.map(({ id }) => id);
});
