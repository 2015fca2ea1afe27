import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { seedPrices } from './seed/prices.seed.ts';
import { seedWages } from './seed/wages.seed.ts';

/** Prices before the first order, wages after the last. */
export default { before: seedPrices, after: seedWages } satisfies RoomSeed;
