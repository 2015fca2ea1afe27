import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { reckonHour } from './kpi/kpi-day.server.ts';

/** Counts the figures after all other rooms have seeded their data. */
export default {
  counted: (world) => reckonHour({ step: (work) => world.product(world.now, work) }),
} satisfies RoomSeed;
