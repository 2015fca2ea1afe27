import type { RoomServer } from '#kernel/server';
import { factorRoutes } from './auth/factors/factor-routes.server.ts';
import { providerRoutes } from './auth/grants/by-provider.server.ts';
import { signOnRoute } from './auth/grants/sign-on.server.ts';
import { ownPasswordRoutes } from './auth/own-password.server.ts';
import { ownProfileRoutes } from './auth/own-profile.server.ts';
import { tokenRoutes } from './auth/token.server.ts';
import apiScope from './access/api-scope/api-scope.server.ts';
import dataScope from './access/data-scope/data-scope.server.ts';
import { permissionRoutes } from './access/explain/view-as.server.ts';
import client from './clients/client/client.server.ts';
import { publicKeyRoute } from './clients/sm2-key.server.ts';
import attachment from './files/attachment/attachment.server.ts';
import menu from './menus/menu/menu.server.ts';
import { menuRoutes } from './menus/menu-routes.server.ts';
import topMenu from './menus/top-menu/top-menu.server.ts';
import dept from './people/dept/dept.server.ts';
import jobPost from './people/post.server.ts';
import role from './people/role/role.server.ts';
import { registrationRoutes } from './people/user/registration.server.ts';
import { sessionRoutes } from './people/user/session-routes.server.ts';
import user from './people/user/user.server.ts';
import dictPaper from './settings/dict/dict.server.ts';
import dictBiz from './settings/dict/dict-biz.server.ts';
import param from './settings/param.server.ts';
import regionPaper from './settings/region/region.server.ts';
import { equalCodes } from './quality/equal-codes-invariant.server.ts';
import { systemInvariants } from './quality/index-invariant.server.ts';
import { qualityRoutes, startQuality } from './quality/quality-routes.server.ts';
import { tenantInfoRoute } from './tenants/tenant-info.server.ts';
import { startExports, tenantExportRoute } from './tenants/export/tenant-export.server.ts';
import tenantPackage from './tenants/package/tenant-package.server.ts';
import tenant from './tenants/tenant.server.ts';
import { systemTables } from './tables.server.ts';

/** The server side of people, permission and settings. */
export default {
  behaviours: [
    user,
    role,
    dept,
    jobPost,
    menu,
    topMenu,
    dictPaper,
    dictBiz,
    param,
    regionPaper,
    tenant,
    tenantPackage,
    attachment,
    client,
    dataScope,
    apiScope,
  ],
  invariants: ({ papers }) => [...systemInvariants, equalCodes(papers)],
  tables: systemTables,
  routes: (app, sessions, accounts) => [
    ...qualityRoutes(),
    ...tokenRoutes(app, sessions),
    ...factorRoutes(app, sessions),
    ...providerRoutes(),
    signOnRoute(),
    publicKeyRoute(app),
    tenantExportRoute(),
    ...permissionRoutes(app, sessions),
    ...registrationRoutes(),
    ...sessionRoutes(app, sessions),
    ...menuRoutes(app),
    tenantInfoRoute(app, accounts),
    ...ownPasswordRoutes(sessions),
    ...ownProfileRoutes(),
  ],
  startWork(app) {
    startQuality(app);
    startExports(app);
  },
} satisfies RoomServer;
