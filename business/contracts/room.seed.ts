import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { sellContracts } from './seed/contracts-story.seed.ts';

/** Templates and running contracts of the demo company. */
export default { after: sellContracts } satisfies RoomSeed;
