import { governedPlace } from '#kernel/web/registry/governed-place.ts';
import { fills } from '#kernel/web/registry/places.tsx';
import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Hand-written screens of this room, each loaded when it is opened. */
export default {
  papers: {
    processModel: () => import('./designer/model-list.screen.tsx'),
    processBinding: () => import('./bindings/process-binding.screen.tsx'),
  },
  pages: {
    '/flow/model/:id': () => import('./designer/designer.screen.tsx'),
    '/work/todo': () => import('./inbox/inbox.screen.tsx'),
    '/work/claim': () => import('./inbox/inbox.screen.tsx'),
    '/work/copies': () => import('./inbox/inbox.screen.tsx'),
    '/work/send': () => import('./inbox/inbox.screen.tsx'),
    '/work/done': () => import('./inbox/inbox.screen.tsx'),
    '/work/start': () => import('./inbox/start/start.screen.tsx'),
    '/work/process/leave/form/:definition': () => import('./leave/pages/leave-form.screen.tsx'),
    '/work/process/leave/handle/:task/:instance/:row': () => import('./inbox/case/case.screen.tsx'),
    '/work/process/leave/detail/:instance/:row': () => import('./inbox/case/case.screen.tsx'),
    '/work/process/generic/handle/:task/:instance': () => import('./inbox/case/case.screen.tsx'),
    '/work/process/generic/handle/:task/:instance/:row': () => import('./inbox/case/case.screen.tsx'),
    '/work/process/generic/detail/:instance': () => import('./inbox/case/case.screen.tsx'),
    '/work/process/generic/detail/:instance/:row': () => import('./inbox/case/case.screen.tsx'),
    '/flow/manager': () => import('./deploy/keeping/manager.screen.tsx'),
    '/flow/follow': () => import('./deploy/keeping/follow.screen.tsx'),
  },
  taskPage: (taskId, isDone) => `/work/${isDone ? 'done' : 'todo'}?at=${taskId}`,
  copyPage: (caseId) => `/work/copies?of=${caseId}`,
  places: [fills(governedPlace, () => import('./bindings/governed-band.view.tsx'))],
  menuCounts: () => import('./inbox/menu-counts.screen.tsx'),
} satisfies RoomScreens;
