import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { addDays, addMinutes } from '#kernel/language/days.ts';
import { technicianFacts } from '#business/masterdata/people/technician/technician-facts.relation.ts';
import { material } from '#business/materials/items/material.paper.ts';
import { warehouseFacts } from '#business/materials/stores/facts/warehouse-facts.relation.ts';
import type { DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { materialReturn } from '../returns/material-return.paper.ts';
import { OWED } from '../returns/owed-parts.server.ts';
import { proposal } from '../returns/propose.server.ts';
import { isDoneInSap } from './counter.seed.ts';
import { accountOf, stepBy } from './step-by.seed.ts';
import { mainStore } from './wants.seed.ts';

/** Days after which a technician brings old parts back: below the limit that blocks requests. */
const BROUGHT_AFTER = 7;
const LINES = 60;

interface Owing {
  readonly technicianId: string;
  readonly userId: string;
}

/** Return the technicians who owe old parts for more than a week. */
const owingSince = (context: Context, day: string): Promise<Owing[]> =>
  context.sql.query<Owing>(
    `select distinct p.id::text as "technicianId", p.user_id::text as "userId" from (${OWED}) o join ${warehouseFacts} w on w.tenant_id = $1 and w.id = o.warehouse_id and w.warehouse_type = 'person'
    join ${technicianFacts} p on p.tenant_id = $1 and p.id = w.technician_id and p.user_id is not null where o.qty > o.accepted and o.submit_time < $2::date order by 1`,
    [context.tenantId, addDays(day, -BROUGHT_AFTER)],
  );

/** Write the return of what a technician owes, without materials that are tracked by serial number. */
async function bringBack(context: Context, technicianId: string, toWarehouseId: string): Promise<void> {
  const { lines } = await proposal({ technicianId, returnType: 'old', materialShipmentsId: null }, context);
  const items = await context.find(
    material,
    { id: [...new Set(lines.map((line) => line.materialId))] },
    { limit: LINES * 2 },
  );
  const counted = new Set(items.filter((one) => one.trackMode !== 'serial').map((one) => one.id));
  const brought = lines.filter((line) => counted.has(line.materialId)).slice(0, LINES);
  if (!brought.length) return;
  await context.submit(materialReturn, {
    returnType: 'old',
    technicianId,
    toWarehouseId,
    lines: brought.map(({ materialId, materialStatus, returnQty, completionSuppliesId, returnReason }) => ({
      materialId,
      materialStatus,
      returnQty,
      completionSuppliesId,
      returnReason,
    })),
  });
}

const inState = (world: DemoWorld, at: string, state: Row<typeof materialReturn>['documentStatus']) =>
  world.product(at, (context) => context.find(materialReturn, { documentStatus: state }, { limit: 1000 }));

/** Bring old parts back, and let the store inspect them, take them over and close the returns. */
export async function returnOldParts(world: DemoWorld, day: string): Promise<void> {
  const at = `${day} 07:01:00`;
  const [owing, main] = await world.product(at, async (context) => [
    await owingSince(context, day),
    await mainStore(context),
  ]);
  for (const [nth, { technicianId, userId }] of owing.entries())
    await stepBy(world, accountOf(userId), addMinutes(at, nth % 9), (context) =>
      bringBack(context, technicianId, main),
    );
  for (const { id } of (await inState(world, `${day} 07:10:00`, 'transmitted')).filter(isDoneInSap))
    await stepBy(world, 'as_store', `${day} 07:10:00`, (context) => context.act(materialReturn, id, 'sendOutClose'));
  for (const { id } of await inState(world, `${day} 07:11:00`, 'submitted')) {
    const note = { lines: null, note: '已检' };
    await stepBy(world, 'as_store', `${day} 07:11:00`, (context) =>
      context.act(materialReturn, id, 'sendOutExamine', note),
    );
    await stepBy(world, 'as_store', `${day} 07:11:30`, (context) => context.act(materialReturn, id, 'sendOutTransmit'));
  }
}
