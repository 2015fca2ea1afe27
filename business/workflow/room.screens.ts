import { governedPlace } from '#kernel/web/registry/governed-place.ts';
import { fills } from '#kernel/web/registry/places.tsx';
import type { RoomScreens } from '#kernel/web/registry/screens.ts';

const casePage = () => import('./inbox/case/case.screen.tsx');
const inboxPage = () => import('./inbox/inbox.screen.tsx');

/** Hand-written screens of this room, each loaded when it is opened. */
export default {
  papers: {
    processModel: () => import('./designer/model-list.screen.tsx'),
    processBinding: () => import('./bindings/process-binding.screen.tsx'),
  },
  pages: {
    '/flow/model/:id': () => import('./designer/designer.screen.tsx'),
    '/work/todo': inboxPage,
    '/work/claim': inboxPage,
    '/work/copies': inboxPage,
    '/work/send': inboxPage,
    '/work/done': inboxPage,
    '/work/start': () => import('./inbox/start/start.screen.tsx'),
    '/work/process/leave/form/:definition': () => import('./leave/pages/leave-form.screen.tsx'),
    '/work/process/leave/handle/:task/:instance/:row': casePage,
    '/work/process/leave/detail/:instance/:row': casePage,
    '/work/process/generic/handle/:task/:instance': casePage,
    '/work/process/generic/handle/:task/:instance/:row': casePage,
    '/work/process/generic/detail/:instance': casePage,
    '/work/process/generic/detail/:instance/:row': casePage,
    '/flow/manager': () => import('./deploy/keeping/manager.screen.tsx'),
    '/flow/follow': () => import('./deploy/keeping/follow.screen.tsx'),
  },
  taskPage: (taskId, isDone) => `/work/${isDone ? 'done' : 'todo'}?at=${taskId}`,
  copyPage: (caseId) => `/work/copies?of=${caseId}`,
  places: [fills(governedPlace, () => import('./bindings/governed-band.view.tsx'))],
  menuCounts: () => import('./inbox/menu-counts.screen.tsx'),
} satisfies RoomScreens;
