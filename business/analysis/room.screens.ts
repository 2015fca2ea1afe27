import type { RoomScreens } from '#kernel/web/registry/screens.ts';

const energy = () => import('./page/energy.screen.tsx');

/** One screen for every energy; it is fetched when it is opened. */
export default {
  pages: {
    '/analysis/heat': energy,
    '/analysis/fresh': energy,
    '/analysis/water': energy,
    '/analysis/ammeter': energy,
    '/analysis/air': energy,
  },
} satisfies RoomScreens;
