import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Pages of maintenance plans, by their addresses. */
export default {
  papers: {
    care: () => import('./care/care.screen.tsx'),
  },
  pages: {
    '/maintenance/asremind/warranty': () => import('./remind/page/reminder-pool.screen.tsx'),
    '/maintenance/asremind/surrender': () => import('./remind/page/reminder-pool.screen.tsx'),
    '/maintenance/asremind/supplies': () => import('./remind/page/reminder-pool.screen.tsx'),
    '/maintenance/planCalendar': () => import('./calendar/page/plan-calendar.screen.tsx'),
  },
} satisfies RoomScreens;
