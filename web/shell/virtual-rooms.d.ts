/** Module that `tools/web-build/room-modules.ts` generates from the folders of the rooms. */
declare module 'virtual:rooms' {
  import type { Room } from '#kernel/language/room.ts';

  export const frameRooms: readonly Room[];
  export const laterRooms: () => Promise<readonly Room[]>;
}
