import type { DemoTechnician, DemoWorld } from '#business/system/seed/demo-world.seed.ts';
import { addDays } from '#kernel/language/days.ts';
import type { Draft } from '#kernel/language/paper.ts';
import { findStore } from '../stores/warehouse.server.ts';
import { warehouse } from '../stores/warehouse.paper.ts';

export interface Stores {
  readonly main: string;
  readonly areas: readonly string[];
  readonly old: string;
  readonly vans: readonly { readonly id: string; readonly parts: readonly string[] }[];
}

const areas: readonly (readonly [code: string, name: string, dept: string])[] = [
  ['CK-PD', '浦东区域仓', '浦东服务部'],
  ['CK-CN', '长宁区域仓', '长宁服务部'],
  ['CK-BS', '宝山区域仓', '宝山服务部'],
  ['CK-MH', '闵行区域仓', '闵行服务部'],
];

/**
 * Create a main store, one for each area, stores of old and scrap parts, a van for each technician, and the virtual
 * stores.
 */
export async function seedStores(world: DemoWorld, technicians: readonly DemoTechnician[]): Promise<Stores> {
  const keeper = world.users.find((user) => user.role === 'as_store')?.id ?? null;
  const dept = (name: string): string | null => world.departments.find((one) => one.name === name)?.id ?? null;
  return world.as('as_admin', `${addDays(world.today, -1695)} 09:00:00`, async (context) => {
    const make = async (one: Draft<typeof warehouse>): Promise<string> =>
      (await context.create(warehouse, { keeperId: keeper, ...one })).id;
    const main = await make({
      warehouseCode: 'CK-01',
      warehouseName: '总仓',
      warehouseType: 'main',
      materialArea: 'a',
      sapWhsCode: 'W01',
      deptId: dept('仓储部'),
      address: '上海市嘉定区安亭镇园工路 518 号',
    });
    const made: string[] = [];
    for (const [warehouseCode, warehouseName, name] of areas)
      made.push(
        await make({
          warehouseCode,
          warehouseName,
          warehouseType: 'area',
          materialArea: 'c',
          sapWhsCode: 'W02',
          deptId: dept(name),
        }),
      );
    await make({
      warehouseCode: 'CK-99',
      warehouseName: '报废库',
      warehouseType: 'scrap',
      materialArea: 'wait',
      deptId: dept('仓储部'),
    });
    const old = await make({
      warehouseCode: 'CK-90',
      warehouseName: '旧件库',
      warehouseType: 'old',
      materialArea: 'old',
      sapWhsCode: 'W09',
      deptId: dept('仓储部'),
    });
    for (const virtual of ['customer', 'supplier', 'adjust'] as const) await findStore(context, { virtual });
    const vans: { id: string; parts: readonly string[] }[] = [];
    for (const { id: technicianId, parts } of technicians)
      vans.push({ id: await findStore(context, { technicianId }), parts });
    return { main, areas: made, old, vans };
  });
}
