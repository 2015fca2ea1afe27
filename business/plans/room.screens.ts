import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Changes to standard screens. */
export default {} satisfies RoomScreens;
