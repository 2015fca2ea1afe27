import type { RoomScreens } from '#kernel/web/registry/screens.ts';

const energy = () => import('./page/energy.screen.tsx');

/** One screen for all energies, loaded when first opened. */
export default {
  pages: {
    '/analysis/heat': energy,
    '/analysis/fresh': energy,
    '/analysis/water': energy,
    '/analysis/ammeter': energy,
    '/analysis/air': energy,
    '/analysis/efficiency': () => import('./rank/page/ranking.screen.tsx'),
  },
} satisfies RoomScreens;
