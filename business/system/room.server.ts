import type { Behaviour } from '#kernel/server/behaviour.ts';
import type { App } from '#kernel/server/app.ts';
import type { Route } from '#kernel/server/http/route.ts';
import type { Sessions } from '#kernel/server/session/session.ts';
import { factorRoutes } from './auth/factors/factor-routes.server.ts';
import { providerRoutes } from './auth/grants/by-provider.server.ts';
import { signOnRoute } from './auth/grants/sign-on.server.ts';
import { ownPasswordRoute } from './auth/own-password.server.ts';
import { tokenRoutes } from './auth/token.server.ts';
import apiScope from './access/api-scope/api-scope.server.ts';
import dataScope from './access/data-scope/data-scope.server.ts';
import { permissionRoutes } from './access/explain/view-as.server.ts';
import client from './clients/client/client.server.ts';
import { publicKeyRoute } from './clients/sm2-key.server.ts';

export { publicKeyOf } from './clients/sm2-key.server.ts';
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
import { qualityRoutes, startQuality } from './quality/quality-routes.server.ts';
import { tenantInfoRoute } from './tenants/tenant-info.server.ts';
import { startExports, tenantExportRoute } from './tenants/export/tenant-export.server.ts';
import tenantPackage from './tenants/package/tenant-package.server.ts';
import tenant from './tenants/tenant.server.ts';

export const behaviours = [
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
] as unknown as readonly Behaviour[];

/** What works behind the calls of this room. */
export function startWork(app: App): void {
  startQuality(app);
  startExports(app);
}

/** The calls of this room that belong to no paper. */
export const routes = (app: App, sessions: Sessions, accounts: () => readonly unknown[]): Route[] => [
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
  ownPasswordRoute(app, sessions, 'blade-system/user'),
  ownPasswordRoute(app, sessions, 'blade-user'),
];
