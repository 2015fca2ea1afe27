import { type DemoWorld, Chance } from '#business/system/seed/demo-world.seed.ts';
import { addDays } from '#kernel/language/days.ts';
import type { Draft, Row } from '#kernel/language/paper.ts';
import { accessory } from '../items/accessory.paper.ts';
import { consumable } from '../items/consumable.paper.ts';
import { material } from '../items/material.paper.ts';
import { importFromSap } from '../items/sap-items.server.ts';
import { simulatedSap } from '../sap/sap-items.rules.ts';

export type SeedItem = Row<typeof material>;

/** Number of SAP items that the demo company uses; the others can still be imported. */
const IMPORTED = 420;

/** Return the safety stock of an item: one piece where it is expensive. It is below most of the opening stock. */
function lowest(item: SeedItem, chance: Chance): number {
  const usual = Math.ceil(chance.between(2, 8) / 2);
  return Number(item.salePrice) > 700 ? 1 : usual;
}

async function takenOver(world: DemoWorld): Promise<SeedItem[]> {
  const chance = new Chance(world.random);
  return world.as('as_admin', `${addDays(world.today, -1700)} 09:00:00`, async (context) => {
    const all = await simulatedSap.items({});
    const left = new Set(
      all
        .filter((one, at) => at % 9 === 8 && one.itmsGrpNam !== '滤芯耗材')
        .slice(0, Math.max(0, all.length - IMPORTED))
        .map((one) => one.itemCode),
    );
    const codes = all
      .map((one) => one.itemCode)
      .filter((code) => !left.has(code))
      .slice(0, IMPORTED);
    for (let from = 0; from < codes.length; from += 100) await importFromSap(context, codes.slice(from, from + 100));
    const rows = (await context.find(material, {}, { limit: IMPORTED })).toSorted((a, b) =>
      a.itemCode < b.itemCode ? -1 : 1,
    );
    // Safety and maximum stock do not exist in SAP, so they are set here.
    await context.sql.query(
      'update asbasematerial m set min_stock = k.low, max_stock = k.high from unnest($2::bigint[], $3::numeric[], $4::numeric[]) as k(id, low, high) where m.tenant_id = $1 and m.id = k.id',
      [
        context.tenantId,
        rows.map((row) => row.id),
        ...['low', 'high'].map((side) =>
          rows.map((row) =>
            row.trackMode === 'serial' ? null : side === 'low' ? lowest(row, chance) : chance.between(60, 90),
          ),
        ),
      ],
    );
    return rows;
  });
}

/** Create the accessories of machines and pumps: parts of the same group first. */
async function seedAccessories(world: DemoWorld, items: readonly SeedItem[]): Promise<void> {
  const chance = new Chance(world.random);
  const small = items.filter(
    (one) => ['accessory', 'consumable'].includes(one.materialType) || ['阀门管件', '传感器'].includes(one.itmsGrpNam),
  );
  await world.as('as_admin', `${addDays(world.today, -1690)} 10:00:00`, async (context) => {
    for (const main of items
      .filter((one) => one.materialType === 'unit' || ['水泵电机', '制冷配件'].includes(one.itmsGrpNam))
      .filter((one) => one.materialType !== 'accessory')) {
      const chosen = new Set<string>();
      for (let n = main.materialType === 'unit' ? 5 : 2; n > 0; n -= 1) chosen.add(chance.pick(small).id);
      chosen.delete(main.id);
      for (const [at, id] of [...chosen].entries())
        await context.create(accessory, {
          materialId: main.id,
          acceMaterialId: id,
          qtyPer: String(chance.between(1, 4)),
          isDefault: at < 3,
          sort: (at + 1) * 10,
        } as Draft<typeof accessory>);
    }
  });
}

type Category = Draft<typeof consumable>['equipmentCategory'];
const fits: readonly (readonly [word: string, category: Category, days: number])[] = [
  ['PP棉', 'roUnit', 180],
  ['活性炭滤芯', 'roUnit', 365],
  ['RO反渗透', 'roUnit', 730],
  ['后置活性炭', 'roUnit', 365],
  ['前置过滤器', 'prefilter', 365],
  ['软水树脂', 'softener', 1825],
  ['软水盐', 'softener', 60],
  ['新风初效', 'freshUnit', 90],
  ['新风高效', 'freshUnit', 365],
  ['新风活性炭', 'freshUnit', 180],
  ['空调初效', 'indoorUnit', 365],
  ['管道清洗', 'manifold', 730],
  ['地暖保护', 'manifold', 730],
  ['阻垢', 'purifier', 365],
  ['超滤膜', 'purifier', 730],
];

/** Create forty-eight consumables with their lifetimes. */
async function seedConsumables(world: DemoWorld, items: readonly SeedItem[]): Promise<void> {
  await world.as('as_admin', `${addDays(world.today, -1680)} 10:00:00`, async (context) => {
    const wearing = items.filter((one) => one.itmsGrpNam === '滤芯耗材').slice(0, 48);
    for (const [at, item] of wearing.entries()) {
      const [, equipmentCategory, lifeDays] = fits.find(([word]) => item.itemName.includes(word)) ?? fits[0];
      await context.create(consumable, {
        suppliesCode: `HC${String(at + 1).padStart(3, '0')}`,
        suppliesName: item.itemName,
        materialId: item.id,
        equipmentCategory,
        models: '通用',
        lifeDays,
        warnDays: lifeDays > 200 ? 30 : 15,
        price: String(Math.round(Number(item.salePrice) * 1.3)),
        stdMinutes: 20,
      });
    }
  });
}

/** Import items from SAP and add the company's own fields. */
export async function seedItems(world: DemoWorld): Promise<SeedItem[]> {
  const items = await takenOver(world);
  await seedAccessories(world, items);
  await seedConsumables(world, items);
  return items;
}
