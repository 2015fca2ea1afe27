import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { endTerms, restContracts, sellContracts } from './seed/contracts-story.seed.ts';
import { salesSteps } from './seed/sales.seed.ts';

/** Templates and contracts of the demo company. */
export default {
  housed: sellContracts,
  dated: salesSteps,
  after: restContracts,
  nightly: endTerms,
} satisfies RoomSeed;
