import type { Screens } from '#kernel/web/papers/screens.ts';

/** The own parts of this room's standard screens; each is fetched when its paper is opened. */
export const screens: Screens = {
  pages: { '/authority/permission': () => import('./access/explain/explain.screen.tsx') },
  papers: {
    role: () => import('./people/role/role.screen.tsx'),
    dataScope: () => import('./access/data-scope/data-scope.screen.tsx'),
    invariant: () => import('./quality/invariant.screen.tsx'),
    user: () => import('./people/user/user.screen.tsx'),
    tenant: () => import('./tenants/tenant.screen.tsx'),
    topMenu: () => import('./menus/top-menu/top-menu.screen.tsx'),
  },
};
