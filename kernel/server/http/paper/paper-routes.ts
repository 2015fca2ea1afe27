import type { AnyPaper } from '#kernel/language/paper.ts';
import { exportRoutes } from '../../import-export/export/export-routes.ts';
import { importRoutes } from '../../import-export/import/import-routes.ts';
import type { App } from '../../app.ts';
import { ownCalls } from '../calls/own-calls.ts';
import type { Route } from '../route.ts';
import { treeRoutes } from '../tree-routes.ts';
import { reading } from './reading-routes.ts';
import { restRoutes } from './rest-routes.ts';
import { acting, verbRoutes } from './verb-routes.ts';
import { refusing, writing } from './writing-routes.ts';

/** Return the routes of a paper that follow from its definition, each under all its addresses. */
export function paperRoutes(app: App, paper: AnyPaper): Route[] {
  const own = ownCalls(app, paper);
  const declared = app.behaviours.get(paper.name) ?? {};
  const standard = [
    ...reading(paper, declared),
    ...(paper.readOnly ? refusing(paper) : writing(paper, declared)),
    ...acting(paper),
    ...(paper.tree ? treeRoutes(paper, declared) : []),
    ...exportRoutes(paper),
    ...importRoutes(paper),
  ];
  const unlessIn = (before: readonly Route[], routes: readonly Route[]): Route[] =>
    routes.filter((route) => !before.some((one) => one.method === route.method && one.path === route.path));
  const standing = [...own, ...unlessIn(own, standard)];
  const known = [...standing, ...unlessIn(standing, restRoutes(paper, standing))];
  const routes = [...known, ...unlessIn(known, verbRoutes(paper))];
  const elsewhere = (paper.aliases ?? []).flatMap((alias) =>
    routes.map((route) => ({ ...route, path: route.path.replace(paper.path, alias) })),
  );
  const all = [...routes, ...elsewhere];
  return paper.bodyBytes ? all.map((route) => ({ most: paper.bodyBytes, ...route })) : all;
}
