import { customer } from '#business/customers/customer/customer.paper.ts';
import { beginMerge, mergeCustomers } from '#business/customers/customer/merge/merge-customers.server.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { addMinutes } from '#kernel/language/days.ts';
import { Chance, type DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import type { SeedHome } from './homes.seed.ts';

/**
 * Create three customers that were entered a second time with the phone number of the other spouse. Two are merged, one
 * stays.
 */
export async function seedTwins(world: DemoWorld, homes: readonly SeedHome[]): Promise<void> {
  const chance = new Chance(world.random);
  for (const merged of [true, true, false]) {
    const home = chance.pick(homes);
    const at = addMinutes(world.now, -chance.between(2, 20) * 1440);
    const twin = await world.as('as_cs', at, async (context) => {
      const known = await context.get(customer, home.customerId);
      const { customerName, premisesId, building, unit, roomNo, addressDetail, location, customerServiceTeam } = known;
      const row = await context.create(customer, {
        customerName,
        phone: chance.mobile(),
        premisesId,
        building,
        unit,
        roomNo,
        addressDetail,
        location,
        customerServiceTeam,
        customerDataSource: 'wechat',
        tags: '微信新增',
      });
      const file = await context.create(serviceFile, {
        customerId: row.id,
        premisesId,
        address: home.address,
        keyNote: '工作日白天家中无人。',
      });
      await context.create(equipment, {
        registerMainId: file.id,
        customerId: row.id,
        equipmentName: '纯水机',
        equipmentCategory: 'roUnit',
        systemType: 'waterPure',
        fangjianType: 'kitchen',
        installPosition: '厨下',
      });
      return row.id;
    });
    if (!merged) continue;
    const later = addMinutes(at, chance.between(60, 1200));
    await world.as('as_cs_lead', later, (context) => beginMerge(context, twin, home.customerId));
    await mergeCustomers({
      asked: { fromId: twin, intoId: home.customerId },
      step: (work) => world.as('as_cs_lead', later, work),
      progress: async () => {},
    });
  }
}
