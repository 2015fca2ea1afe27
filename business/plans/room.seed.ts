import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { planVisits } from './seed/plans-story.seed.ts';

/** Push rules, booked visits and reminders of the demo company. */
export default { after: planVisits } satisfies RoomSeed;
