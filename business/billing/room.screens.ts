import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/**
 * Changes to the standard screens by paper (`papers`), and further pages by address (`pages`). Each is loaded when it
 * is opened.
 */
export default {
  papers: {
    collection: () => import('./collection/collection.screen.tsx'),
  },
  pages: {
    '/maintenance/financeboard': () => import('./board/finance.screen.tsx'),
  },
} satisfies RoomScreens;
