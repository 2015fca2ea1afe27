import type { Room } from '#kernel/language/room.ts';
import { maintenance } from './maintenance/room.ts';
import { materials } from './materials/room.ts';
import { piecework } from './piecework/room.ts';
import { platform } from './platform/room.ts';
import { system } from './system/room.ts';

/** All rooms of the house, in the order of the top bar. */
export const rooms: readonly Room[] = [maintenance, materials, piecework, platform, system];
