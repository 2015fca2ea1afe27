import { besidePlace } from '#business/masterdata/piles/bench-place.view.tsx';
import { fills } from '#kernel/web/registry/places.tsx';
import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/**
 * Changes to the standard screens by paper (`papers`), and further pages by address (`pages`). Each is loaded when it
 * is opened.
 */
export default {
  papers: {
    auditRecord: () => import('./pieces/audit-record.screen.tsx'),
    pieceLine: () => import('./pieces/piece-line.screen.tsx'),
    wageLine: () => import('./wages/line/wage-line.screen.tsx'),
    wageSheet: () => import('./slips/wage-sheet.screen.tsx'),
  },
  pages: {
    '/maintenance/aspieceworkaudit': () => import('./audit/audit.screen.tsx'),
    '/maintenance/wages/period': () => import('./cockpit/cockpit.screen.tsx'),
    '/maintenance/wages/slips/:id': () => import('./slips/slips.screen.tsx'),
  },
  places: [fills(besidePlace, () => import('./cockpit/first-page/period-beside.view.tsx'))],
} satisfies RoomScreens;
