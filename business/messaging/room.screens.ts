import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The own screens of this room, by name of the paper and by address; each is fetched when it is opened. */
export default {
  tools: [() => import('./staff/bell.screen.tsx')],
} satisfies RoomScreens;
