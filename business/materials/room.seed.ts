import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { seedItems } from './seed/items.seed.ts';
import { seedOpening } from './seed/opening.seed.ts';
import { seedStores } from './seed/stores.seed.ts';

/** Create items from SAP, stores, approved opening balances, and filled vans. */
export default {
  async staffed(world, technicians) {
    const items = await seedItems(world);
    const stores = await seedStores(world, technicians);
    await seedOpening(world, items, stores);
  },
} satisfies RoomSeed;
