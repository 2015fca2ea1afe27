import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { nightOfPlans, planVisits } from './seed/plans-story.seed.ts';

/** Push rules, booked visits and reminders of the demo company, and its overdue visits of each morning. */
export default { after: planVisits, nightly: nightOfPlans } satisfies RoomSeed;
