import type { Screens } from '#kernel/web/papers/screens.ts';

/** The own screens of the piece-work room, by their address. */
export const screens: Screens = {
  papers: { wageSheet: () => import('./slips/wage-sheet.screen.tsx') },
  pages: { '/maintenance/wages/slips/:id': () => import('./slips/slips.screen.tsx') },
};
