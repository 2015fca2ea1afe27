import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The own screens of this room, by name of the paper and by address; each is fetched when it is opened. */
export default {
  papers: {
    registration: () => import('./registration/registration.screen.tsx'),
    urge: () => import('./urge/urge.screen.tsx'),
    repairForm: () => import('./repair-form/repair-form.screen.tsx'),
  },
  pages: {
    '/maintenance/desk': () => import('./desk/desk.screen.tsx'),
  },
} satisfies RoomScreens;
