import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Pages of this room by their address; each is loaded when it is opened. */
export default {
  pages: {
    '/maintenance/day': () => import('./day.screen.tsx'),
  },
  lightPages: ['/maintenance/day'],
} satisfies RoomScreens;
