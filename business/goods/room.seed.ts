import type { RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { storyOf } from './seed/goods-story.seed.ts';

/** Requests and shipments of each working day, by the actions of technicians and the store. */
export default {
  dated: (world) => storyOf(world).steps(world),
  counted: (world) => storyOf(world).goOn(world),
} satisfies RoomSeed;
