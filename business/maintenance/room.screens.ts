import type { Screens } from '#kernel/web/papers/screens.ts';

/** The own screens of the after-sales room, by their address in the menu; each is fetched when it is opened. */
export const screens: Screens = {
  papers: {
    customer: () => import('./customers/customer/customer.screen.tsx'),
    leaveForm: () => import('./time/leave/leave-form.screen.tsx'),
    repairForm: () => import('./repair/repair-form/repair-form.screen.tsx'),
  },
  tools: [() => import('./messages/bell.screen.tsx')],
  pages: {
    '/wel/index': () => import('./desk/work.screen.tsx'),
    '/maintenance/board': () => import('./dispatch/board/board.screen.tsx'),
    '/maintenance/desk': () => import('./desk/desk.screen.tsx'),
  },
};
