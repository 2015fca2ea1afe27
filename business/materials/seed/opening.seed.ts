import { type DemoWorld, Chance } from '#business/system/seed/demo-world.seed.ts';
import { addDays } from '#kernel/language/days.ts';
import { stockAdjustment } from '../adjustments/stock-adjustment.paper.ts';
import type { SeedItem } from './items.seed.ts';
import type { Stores } from './stores.seed.ts';

interface Line {
  readonly materialId: string;
  readonly qty?: string;
  readonly countQty?: string;
  readonly serialNos?: string;
  readonly unitCost?: string | null;
}
type Header = {
  readonly adjustType: 'open' | 'count' | 'transfer';
  readonly warehouseId: string;
  readonly toWarehouseId?: string;
  readonly reason: string;
};

/**
 * Lowest and highest pieces of an item in the main store (`SHELF`), an area store and a van. They cover the use of six
 * weeks, and a reserve.
 */
const SHELF = { dear: [2, 5], usual: [6, 18] } as const;
const AREA = [3, 8] as const;
const VAN = { part: [5, 11], wearing: [24, 48] } as const;
/** Name of the item group that most visits use: filters and consumables. */
const WEARING = '滤芯耗材';

const within = (chance: Chance, [low, high]: readonly [number, number]): number => chance.between(low, high);

/** Create an adjustment as the store keeper in the morning, and approve it as the manager in the afternoon. */
async function adjusted(world: DemoWorld, day: string, header: Header, lines: readonly Line[]): Promise<void> {
  const id = await world.as(
    'as_store',
    `${day} 09:10:00`,
    async (context) => (await context.submit(stockAdjustment, { ...header, postDate: day, lines })).id,
  );
  await world.as('as_manager', `${day} 15:40:00`, (context) =>
    context.act(stockAdjustment, id, 'approve', { note: '同意' }),
  );
}

/**
 * Create the opening stock: every item in the main store, machines by serial numbers, the usual parts in area stores
 * and vans.
 */
export async function seedOpening(world: DemoWorld, items: readonly SeedItem[], stores: Stores): Promise<void> {
  const chance = new Chance(world.random);
  const counted = items.filter((one) => one.trackMode !== 'serial');
  const machines = items.filter((one) => one.trackMode === 'serial');
  const usual = counted.filter((one) => Number(one.salePrice) < 700);
  const some = (from: readonly SeedItem[], share: number, by = chance): SeedItem[] =>
    from.filter(() => by.percent(share));
  // Choose the parts of a van: one of each part of the technician's trade. Installers, who have no parts, get some
  // small ones.
  const carried = (parts: readonly string[], lane: Chance): SeedItem[] =>
    parts.length
      ? parts.flatMap((part) => {
          const sizes = counted.filter((one) => one.itemName.split(' ')[0] === part.split(' ')[0]);
          return sizes.length ? [lane.pick(sizes.slice(0, 3))] : [];
        })
      : some(usual, 2, lane);
  const line = (one: SeedItem, qty: number): Line => ({
    materialId: one.id,
    qty: String(qty),
    unitCost: one.costPrice,
  });
  const day = addDays(world.today, -200);
  await adjusted(
    world,
    day,
    { adjustType: 'open', warehouseId: stores.main, reason: '启用系统期初库存' },
    counted.map((one) => line(one, within(chance, Number(one.salePrice) > 700 ? SHELF.dear : SHELF.usual))),
  );
  await adjusted(
    world,
    day,
    { adjustType: 'open', warehouseId: stores.main, reason: '整机期初（按序列号）' },
    some(machines, 60).map((one) => {
      const serials = Array.from(
        { length: chance.percent(25) ? 2 : 1 },
        () => `${one.itemCode.slice(0, 2)}25${chance.digits(6)}`,
      );
      return { materialId: one.id, qty: String(serials.length), unitCost: one.costPrice, serialNos: serials.join(',') };
    }),
  );
  for (const area of stores.areas)
    await adjusted(
      world,
      day,
      { adjustType: 'open', warehouseId: area, reason: '启用系统期初库存' },
      some(usual, 20).map((one) => line(one, within(chance, AREA))),
    );
  await world.concurrency(
    [...stores.vans.entries()],
    ([, van]) => van.id,
    ([at, van], lane) =>
      adjusted(
        world,
        addDays(day, 1 + (at % 5)),
        { adjustType: 'open', warehouseId: van.id, reason: '技师随车备件期初' },
        carried(van.parts, lane).map((one) =>
          line(one, within(lane, one.itmsGrpNam === WEARING ? VAN.wearing : VAN.part)),
        ),
      ),
  );
  await counts(world, chance, stores, usual);
}

/** Create a count of the last month, one that waits for its approval, and a transfer. */
async function counts(world: DemoWorld, chance: Chance, stores: Stores, usual: readonly SeedItem[]): Promise<void> {
  const transfer = usual.slice(0, 6).map((one): Line => ({ materialId: one.id, qty: String(chance.between(1, 4)) }));
  await adjusted(
    world,
    addDays(world.today, -39),
    { adjustType: 'transfer', warehouseId: stores.main, toWarehouseId: stores.areas[0], reason: '浦东区域仓补货' },
    transfer,
  );
  await world.as('as_store', `${addDays(world.today, -1)} 17:20:00`, async (context) => {
    const book = await context.sql.query<{ id: string; qty: string }>(
      "select material_id::text as id, on_hand::text as qty from asstock where tenant_id = $1 and warehouse_id = $2 and serial_no = '' and is_deleted = 0 order by item_code limit 8",
      [context.tenantId, stores.areas[1]],
    );
    await context.submit(stockAdjustment, {
      adjustType: 'count',
      warehouseId: stores.areas[1],
      postDate: addDays(world.today, -1),
      reason: '月度抽盘',
      lines: book.map((one, at) => ({
        materialId: one.id,
        countQty: String(Number(one.qty) + (at === 2 ? -1 : at === 5 ? 2 : 0)),
      })),
    });
  });
}
