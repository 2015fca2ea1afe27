import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The page of figures; fetched when it is opened. */
export default {
  pages: {
    '/maintenance/cockpit': () => import('./page/cockpit.screen.tsx'),
  },
} satisfies RoomScreens;
