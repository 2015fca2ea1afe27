import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The bell, which this room adds to the top bar. */
export default {
  tools: [() => import('./staff/bell.screen.tsx')],
} satisfies RoomScreens;
