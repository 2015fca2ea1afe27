import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/**
 * Changes to the standard screens by paper (`papers`), and further pages by address (`pages`). Each is loaded when it
 * is opened.
 */
export default {
  papers: {
    registration: () => import('./registration/registration.screen.tsx'),
    urge: () => import('./urge/urge.screen.tsx'),
    repairForm: () => import('./repair-form/repair-form.screen.tsx'),
  },
  pages: {
    '/maintenance/desk': () => import('./desk/desk.screen.tsx'),
  },
  lightPages: ['/maintenance/desk'],
} satisfies RoomScreens;
