import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Hand-written screens of this room, by name of the paper or by address; each is loaded when it is opened. */
export default {
  papers: {
    dispatchForm: () => import('./dispatch-form/dispatch-form.screen.tsx'),
    delay: () => import('./delay/delay.screen.tsx'),
    visit: () => import('./visit/visit.screen.tsx'),
  },
  pages: {
    '/maintenance/board': () => import('./board/board.screen.tsx'),
    '/maintenance/registrationform/addForm': () => import('./order/add-form.screen.tsx'),
    '/maintenance/registrationform/edit': () => import('./order/edit.screen.tsx'),
  },
} satisfies RoomScreens;
