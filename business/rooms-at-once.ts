import type { Room } from '#kernel/language/room.ts';
import { maintenance } from '#business/masterdata/room.ts';
import { materials } from './materials/room.ts';
import { piecework } from './piecework/room.ts';
import { system } from './system/room.ts';

/** The rooms that a page needs before it stands. Those of administrators alone come in after it (`web/shell/house.ts`). */
export const roomsAtOnce: readonly Room[] = [maintenance, materials, piecework, system];
