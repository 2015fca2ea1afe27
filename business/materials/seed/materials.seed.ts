import type { DemoWorld } from '#business/demo/demo-world.ts';
import { seedItems } from './items.seed.ts';
import { seedOpening } from './opening.seed.ts';
import { seedStores } from './stores.seed.ts';

/** What the company has: items from SAP, what belongs to them, stores, opening balances approved by another, and filled vans. */
export async function seedMaterials(world: DemoWorld, technicians: readonly string[]): Promise<void> {
  const items = await seedItems(world);
  const stores = await seedStores(world, technicians);
  await seedOpening(world, items, stores);
}
