import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Pages and custom parts of this room's screens. Each is loaded when it is opened. */
export default {
  pages: {
    '/authority/permission': () => import('./access/explain/explain.screen.tsx'),
    '/dict-horizontal/index': () => import('./settings/dict/panes/dict-horizontal.screen.tsx'),
    '/system/param-values': () => import('./settings/param-values.screen.tsx'),
    '/dict-vertical/index': () => import('./settings/dict/panes/dict-vertical.screen.tsx'),
  },
  papers: {
    dict: () => import('./settings/dict/dict.screen.tsx').then((module) => ({ default: module.systemDictionary })),
    dictBiz: () => import('./settings/dict/dict.screen.tsx').then((module) => ({ default: module.businessDictionary })),
    param: () => import('./settings/param.screen.tsx'),
    client: () => import('./clients/client/client.screen.tsx'),
    role: () => import('./people/role/role.screen.tsx'),
    apiScope: () => import('./access/api-scope/api-scope.screen.tsx'),
    dataScope: () => import('./access/data-scope/data-scope.screen.tsx'),
    invariant: () => import('./quality/invariant.screen.tsx'),
    attachment: () => import('./files/attachment/attachment.screen.tsx'),
    user: () => import('./people/user/user.screen.tsx'),
    tenantPackage: () => import('./tenants/package/tenant-package.screen.tsx'),
    tenant: () => import('./tenants/tenant.screen.tsx'),
    menu: () => import('./menus/menu/menu.screen.tsx'),
    topMenu: () => import('./menus/top-menu/top-menu.screen.tsx'),
  },
} satisfies RoomScreens;
