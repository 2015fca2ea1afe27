import type { Room } from '#kernel/language/room.ts';
import { platform } from './platform/room.ts';
import { roomsAtOnce } from './rooms-at-once.ts';

/** All rooms of the product, in the order of the top bar. */
export const rooms: readonly Room[] = [...roomsAtOnce.slice(0, -1), platform, ...roomsAtOnce.slice(-1)];
