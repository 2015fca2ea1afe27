import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The own screens of the after-sales room, by their address in the menu; each is fetched when it is opened. */
export const screens: RoomScreens = {
  papers: {
    actionLog: () => import('./records/action-log.screen.tsx'),
    customer: () => import('#business/customers/customer/customer.screen.tsx'),
    leaveForm: () => import('#business/scheduling/leave/leave-form.screen.tsx'),
    collection: () => import('#business/billing/collection/collection.screen.tsx'),
    dispatchForm: () => import('#business/dispatch/dispatch-form/dispatch-form.screen.tsx'),
    completion: () => import('#business/completion/completion/completion.screen.tsx'),
    registration: () => import('#business/intake/registration/registration.screen.tsx'),
    repairForm: () => import('#business/intake/repair-form/repair-form.screen.tsx'),
  },
  tools: [() => import('#business/messaging/bell.screen.tsx')],
  pages: {
    '/wel/index': () => import('#business/workbench/work.screen.tsx'),
    '/maintenance/board': () => import('#business/dispatch/board/board.screen.tsx'),
    '/maintenance/desk': () => import('#business/intake/desk/desk.screen.tsx'),
    '/maintenance/confirm': () => import('#business/completion/review/confirm.screen.tsx'),
    '/maintenance/check': () => import('#business/completion/review/check.screen.tsx'),
    '/maintenance/registrationform/addForm': () => import('#business/dispatch/order/add-form.screen.tsx'),
    '/maintenance/registrationform/edit': () => import('#business/dispatch/order/edit.screen.tsx'),
    '/maintenance/ascompletionregistration/addForm': () => import('#business/completion/office/add-form.screen.tsx'),
    '/maintenance/chain/:id': () => import('#business/workbench/timeline/chain/chain.screen.tsx'),
    '/maintenance/print/:kind/:id': () => import('#business/workbench/timeline/prints/print.screen.tsx'),
    '/maintenance/financeboard': () => import('#business/billing/board/finance.screen.tsx'),
    '/maintenance/day': () => import('#business/mobile/day.screen.tsx'),
  },
};
