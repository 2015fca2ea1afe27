import type { Screens } from '#kernel/web/papers/screens.ts';

/** The own parts of this room's standard screens; each is fetched when its paper is opened. */
export const screens: Screens = {
  papers: {
    logError: () => import('./logs/log-error.screen.tsx'),
  },
};
