import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { reckonHour } from './kpi/kpi-day.server.ts';

/** When all has happened, its figures are counted. */
export default {
  counted: (world) => reckonHour({ step: (work) => world.product(world.now, work) }),
} satisfies RoomSeed;
