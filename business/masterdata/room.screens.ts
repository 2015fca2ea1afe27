import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Changes to the standard screens of this room, by name of the paper; each is loaded when it is opened. */
export default {
  papers: {
    actionLog: () => import('./records/action-log.screen.tsx'),
  },
} satisfies RoomScreens;
