import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Hand-written screens of this room, by name of the paper or by address; each is loaded when it is opened. */
export default {
  papers: {
    completion: () => import('./completion/completion.screen.tsx'),
  },
  pages: {
    '/maintenance/confirm': () => import('./review/confirm.screen.tsx'),
    '/maintenance/check': () => import('./review/check.screen.tsx'),
    '/maintenance/ascompletionregistration/addForm': () => import('./office/add-form.screen.tsx'),
  },
} satisfies RoomScreens;
