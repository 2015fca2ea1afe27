import { afterEach, expect, test } from 'vitest';
import { shortenUnpaged } from '#kernel/server/list/unpaged.ts';
import type { Route } from '#kernel/server/http/route.ts';
import { isWritten } from '../../choose.ts';
import { keeper, saved } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);
const EVERY_MS = 300_000;
const FEW = 2;
/** Maximum number of rows that are counted beyond a shortened list of choices. */
const COUNTED = 1000;

afterEach(() => shortenUnpaged(Infinity));

/** Calls whose lists are never shortened: of few rows, made by programs, or loaded level by level. */
const WHOLE = [
  'menu/routes',
  'menu/buttons',
  'menu/top-menu',
  'selectByTop',
  'smsList',
  'aspushrule/today',
  'role/alias',
  'role/offered',
  'role/tree',
  'asschemetype/tree',
  'role/scopes',
  'role/tree-by-id',
  'post/select',
  'param/effective',
  'connect/config/packs',
  'region/lazy-tree',
  'region/lazy-list',
  'region/select',
  'tenant/select',
  'tenant-package/select',
  'dept/select',
  'device-thing-model/category',
];

/** Return the number of rows in an array, with their child rows at all levels; 0 for any other answer. */
const rowsIn = (data: unknown): number =>
  Array.isArray(data)
    ? data.reduce((sum: number, one: unknown) => sum + 1 + rowsIn((one as { children?: unknown } | null)?.children), 0)
    : 0;

/** Reads that return a list without pages, with all parameters that they accept. */
const reads = server.assembly.routes.filter(
  (route) =>
    route.method === 'GET' &&
    !['anonymous', 'guest'].includes(route.needs) &&
    !route.raw &&
    !route.path.startsWith('../') &&
    !route.path.includes('{'),
);

async function ask(
  route: Route,
  query: Record<string, string>,
): Promise<{ rows: number; left: number; status: number }> {
  const answer = await admin.get(route.path, query);
  return { rows: rowsIn(answer.data), left: Number(answer.headers.get('anju-truncated') ?? 0), status: answer.status };
}

test(
  '每个不分页的列表和树：停在上限时都说出少了几条 every unpaged list and tree reports how many rows it leaves off',
  { timeout: EVERY_MS },
  async () => {
    // Save rows of all papers, so that lists exceed the limit.
    const ids = new Map<string, string>();
    for (const paper of server.app.papers.values()) {
      if (!isWritten(paper)) continue;
      for (let at = 0; at < FEW + 2; at++) {
        const row = await saved(server, paper).catch(() => null);
        if (row) ids.set(paper.name, row.id);
      }
    }
    const [{ code }] = await server.tables<{ code: string }>(
      "select code from blade_dict_biz where tenant_id = '000000' and dict_key <> '-1' group by code having count(*) > $1 limit 1",
      [FEW],
    );
    const [{ code: system }] = await server.tables<{ code: string }>(
      "select code from blade_dict where dict_key <> '-1' group by code having count(*) > $1 limit 1",
      [FEW],
    );
    const stopped: string[] = [];
    const silent: string[] = [];
    const look = async (route: Route, query: Record<string, string>): Promise<void> => {
      shortenUnpaged(Infinity);
      const whole = await ask(route, query);
      if (whole.status !== 200 || whole.rows <= FEW) return;
      shortenUnpaged(FEW);
      const short = await ask(route, query);
      const name = `${route.path}?${new URLSearchParams(query)}`;
      // The rows shown and the reported rest add up to all rows. A shortened tree also loses the children of rows that
      // were left out.
      if (short.rows < whole.rows) {
        expect(
          short.left === COUNTED || short.rows + short.left === whole.rows + whole.left,
          `${name}: ${short.rows} and ${short.left} left off of ${whole.rows} and ${whole.left}`,
        ).toBe(true);
        stopped.push(route.path);
      } else silent.push(route.path);
    };
    for (const route of reads)
      await look(route, {
        code: route.path.includes('dict-biz') ? code : system,
        id: ids.get(route.paper?.name ?? '') ?? '1',
      });
    for (const route of reads.filter((one) =>
      /dict(?:-biz)?\/(?:list|tree)$|lazy-tree$|lazy-list$|\/tree$/.test(one.path),
    ))
      await look(route, {});
    const options = reads.find((one) => one.path === 'blade-core/options')!;
    for (const paper of server.app.papers.values()) await look(options, { paper: paper.name });
    expect([...new Set(silent)].filter((path) => !WHOLE.some((one) => path.endsWith(one)))).toEqual([]);
    for (const name of [
      'blade-core/options',
      'blade-system/dict-biz/dictionary',
      'blade-system/dict/dictionary',
      'blade-system/dict-biz/list',
      'blade-system/menu/tree',
      'blade-system/dept/tree',
      'blade-system/user/user-list',
    ])
      expect(stopped, name).toContain(name);
  },
);

test('详情里的明细停在上限时也说 detail lines report truncation', async () => {
  let looked = 0;
  for (const paper of server.app.papers.values()) {
    const names = [...Object.keys(paper.lines ?? {}), ...(paper.annexes ? ['annexes'] : [])];
    const row = names.length && isWritten(paper) ? await saved(server, paper).catch(() => null) : null;
    if (!row) continue;
    const detail = async (): Promise<{ rows: number; left: number }> => {
      const { data, headers } = await admin.get(
        `${paper.path}/${paper.calls?.detail?.[0]?.includes('{') ? 'detail' : (paper.calls?.detail?.[0] ?? 'detail')}`,
        { id: row.id },
      );
      return {
        rows: names.reduce((sum, name) => sum + ((data[name] as unknown[] | undefined)?.length ?? 0), 0),
        left: Number(headers.get('anju-truncated') ?? 0),
      };
    };
    shortenUnpaged(Infinity);
    const whole = await detail();
    shortenUnpaged(0);
    const short = await detail();
    expect([short.rows, short.left >= whole.rows], paper.name).toEqual([0, true]);
    if (whole.rows > 0) looked += 1;
  }
  expect(looked).toBeGreaterThan(0);
});
