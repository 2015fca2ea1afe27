import { schemeStepPlace, schemeTermPlace, schemeVisitsPlace } from '#business/contracts/page/visits-place.view.tsx';
import { fills } from '#kernel/web/registry/places.tsx';
import type { RoomScreens } from '#kernel/web/registry/screens.ts';

const pool = () => import('./remind/page/reminder-pool.screen.tsx');
const sheet = () => import('./sheet/plan-sheet.screen.tsx');

/** Pages of maintenance plans, by their addresses. */
export default {
  papers: {
    care: () => import('./care/care.screen.tsx'),
    pushRule: () => import('./push/page/push-rule.screen.tsx'),
  },
  pages: {
    '/maintenance/asremind/warranty': pool,
    '/maintenance/asremind/surrender': pool,
    '/maintenance/asremind/supplies': pool,
    '/maintenance/planSheet/scheme/:id': sheet,
    '/maintenance/planSheet/team/:id': sheet,
    '/maintenance/planCalendar': () => import('./calendar/page/plan-calendar.screen.tsx'),
  },
  places: [
    fills(schemeVisitsPlace, () => import('./occurrence/of-scheme/visit-table.view.tsx')),
    fills(schemeTermPlace, () => import('./occurrence/of-scheme/visit-marks.view.tsx')),
    fills(schemeStepPlace, () => import('./occurrence/of-scheme/visit-step.view.tsx')),
  ],
} satisfies RoomScreens;
