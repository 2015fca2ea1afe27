import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { seedPrices } from './seed/prices.seed.ts';
import { seedEntries, wageSteps } from './seed/wages.seed.ts';

/** Create prices before the first order, wages at their moments, and the entries of today. */
export default { before: seedPrices, dated: wageSteps, after: seedEntries } satisfies RoomSeed;
