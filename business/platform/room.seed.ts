import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { seedPlatform } from './seed/platform.seed.ts';

/** Notices, settings and reports. */
export default { after: seedPlatform } satisfies RoomSeed;
