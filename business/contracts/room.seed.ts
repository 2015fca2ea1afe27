import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { endTerms, restContracts, sellContracts } from './seed/contracts-story.seed.ts';

/** Templates and contracts of the demo company. */
export default { housed: sellContracts, after: restContracts, nightly: endTerms } satisfies RoomSeed;
