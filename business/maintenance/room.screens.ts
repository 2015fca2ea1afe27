import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The own screens of the after-sales room, by their address in the menu; each is fetched when it is opened. */
export const screens: RoomScreens = {
  papers: {
    actionLog: () => import('./records/action-log.screen.tsx'),
    customer: () => import('./customers/customer/customer.screen.tsx'),
    leaveForm: () => import('./time/leave/leave-form.screen.tsx'),
    collection: () => import('./money/collection/collection.screen.tsx'),
    dispatchForm: () => import('./dispatch/dispatch-form/dispatch-form.screen.tsx'),
    completion: () => import('./completion/completion/completion.screen.tsx'),
    registration: () => import('./repair/registration/registration.screen.tsx'),
    repairForm: () => import('./repair/repair-form/repair-form.screen.tsx'),
  },
  tools: [() => import('./messages/bell.screen.tsx')],
  pages: {
    '/wel/index': () => import('./desk/work.screen.tsx'),
    '/maintenance/board': () => import('./dispatch/board/board.screen.tsx'),
    '/maintenance/desk': () => import('./desk/desk.screen.tsx'),
    '/maintenance/confirm': () => import('./completion/review/confirm.screen.tsx'),
    '/maintenance/check': () => import('./completion/review/check.screen.tsx'),
    '/maintenance/registrationform/addForm': () => import('./desk/order/add-form.screen.tsx'),
    '/maintenance/registrationform/edit': () => import('./desk/order/edit.screen.tsx'),
    '/maintenance/ascompletionregistration/addForm': () => import('./completion/office/add-form.screen.tsx'),
    '/maintenance/chain/:id': () => import('./repair/timeline/chain/chain.screen.tsx'),
    '/maintenance/print/:kind/:id': () => import('./repair/timeline/prints/print.screen.tsx'),
    '/maintenance/financeboard': () => import('./money/board/finance.screen.tsx'),
    '/maintenance/day': () => import('./day/day.screen.tsx'),
  },
};
