import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The own screens of this room; each is fetched when it is opened. */
export default {
  pages: {
    '/work/todo': () => import('./inbox/inbox.screen.tsx'),
    '/work/claim': () => import('./inbox/inbox.screen.tsx'),
    '/work/copies': () => import('./inbox/inbox.screen.tsx'),
    '/work/send': () => import('./inbox/inbox.screen.tsx'),
    '/work/done': () => import('./inbox/inbox.screen.tsx'),
  },
  menuCounts: () => import('./inbox/menu-counts.screen.tsx'),
} satisfies RoomScreens;
