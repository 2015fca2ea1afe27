import { expect, test } from 'vitest';
import { icons } from '#kernel/web/menus/icons.ts';
import { rooms } from '../../../server/rooms.ts';
import { listPath } from '../sample.ts';
import { openTestServer } from '../test-server.ts';

const server = await openTestServer(import.meta.url);

interface Node {
  readonly path: string;
  readonly children?: readonly Node[];
}

const pathsOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => [...(node.path ? [node.path] : []), ...pathsOf(node.children ?? [])]);

/** For pages that are not tables: the requests that the page sends first. */
const requestsOf: Readonly<Record<string, readonly string[]>> = {
  '/maintenance/confirm': ['blade-maintenance/webApi/ascompletionregistration/toConfirm'],
  '/maintenance/check': ['blade-maintenance/webApi/ascompletionregistration/toCheck'],
  '/maintenance/aspieceworkaudit': ['blade-maintenance/webApi/aspieceworkaudit/queue'],
  '/maintenance/wages/period': ['blade-maintenance/webApi/aspieceworkwages/totalWagesPage'],
  '/wel/index': ['blade-maintenance/webApi/desk/work'],
  '/maintenance/desk': ['blade-maintenance/webApi/desk/find?text=00'],
  '/maintenance/board': ['blade-maintenance/webApi/asdispatchform/waitingOrders'],
  '/maintenance/financeboard': ['blade-maintenance/webApi/ascollectdetaileds/totals?from=2026-11-01&to=2026-11-30'],
  '/maintenance/day': ['blade-maintain/dispatchList/ownDay'],
};

const papers = new Map(
  [...server.app.papers.values()].flatMap((paper) => (paper.menu ? [[paper.menu.path, paper] as const] : [])),
);

test.each(rooms.flatMap((room) => room.roles ?? []).map((role) => role.alias))(
  '%s 的菜单打开的每一页都不被拒绝 every page of its menu answers',
  async (role) => {
    const caller = await server.as(role, { who: 'menu' });
    const refused: unknown[] = [];
    for (const path of pathsOf((await caller.get('blade-system/menu/routes')).data as Node[])) {
      const paper = papers.get(path);
      for (const ask of paper ? [`${listPath(paper)}?current=1&size=10`] : (requestsOf[path] ?? [])) {
        const { status } = await caller.send('GET', ask);
        if (status !== 200) refused.push([path, ask, status]);
      }
    }
    expect(refused).toEqual([]);
  },
);

test('every icon that a menu or a button names has its picture', () => {
  const named = rooms.flatMap((room) => [
    ...[room.topMenu].flatMap((top) => (top && typeof top === 'object' ? [top.icon] : [])),
    ...room.groups.map((group) => group.icon),
    ...(room.pages ?? []).map((page) => page.icon),
    ...room.papers.flatMap((paper) => [
      ...(paper.menu ? [paper.menu.icon] : []),
      ...Object.values(paper.lifecycle?.actions ?? {}).map((action) => action.icon),
    ]),
  ]);
  expect([...new Set(named)].filter((name) => name && !icons[name])).toEqual([]);
});
