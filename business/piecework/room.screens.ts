import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The own screens of the piece-work room, by their address in the menu; each is fetched when it is opened. */
export default {
  papers: {
    auditRecord: () => import('./pieces/audit-record.screen.tsx'),
    pieceLine: () => import('./pieces/piece-line.screen.tsx'),
    wageLine: () => import('./wages/wage-line.screen.tsx'),
    wageSheet: () => import('./slips/wage-sheet.screen.tsx'),
  },
  pages: {
    '/maintenance/aspieceworkaudit': () => import('./audit/audit.screen.tsx'),
    '/maintenance/wages/period': () => import('./cockpit/cockpit.screen.tsx'),
    '/maintenance/wages/slips/:id': () => import('./slips/slips.screen.tsx'),
  },
} satisfies RoomScreens;
