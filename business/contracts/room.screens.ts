import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Changes to standard screens, and the page of a contract by its address. */
export default {
  papers: { scheme: () => import('./scheme/scheme.screen.tsx') },
  pages: { '/maintenance/asscheme/view/:id': () => import('./page/scheme.screen.tsx') },
} satisfies RoomScreens;
