import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Pages of maintenance plans, by their addresses. */
export default {
  pages: {
    '/maintenance/planCalendar': () => import('./calendar/page/plan-calendar.screen.tsx'),
  },
} satisfies RoomScreens;
