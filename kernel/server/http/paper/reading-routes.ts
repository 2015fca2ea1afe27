import { isEmpty } from '#kernel/fields/kind.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { historyOfRow } from '../../rows/detail/history.ts';
import { linesOfRow } from '../../rows/lines/lines.ts';
import { assertInSight, detailOf, listPage } from '../../rows/read.ts';
import { readingOf } from '../../rows/read-context.ts';
import type { RouteCall, Route } from '../route.ts';
import { veiled } from '../../rows/present-answer.ts';
import { type Declared, detailContract, historyContract, listContract } from './contracts.ts';
import { about, facts } from './route-facts.ts';

/**
 * Return the ids of rows that refer to a row which the query names (`detailBy`): the newest valid one, or with `all` up
 * to 100. Return null where the query names none.
 */
async function idsBy(call: RouteCall, paper: AnyPaper): Promise<string[] | null> {
  const by = paper.detailBy === undefined ? undefined : String(paper.detailBy);
  if (by === undefined || isEmpty(call.query[by])) return null;
  const all = call.query.all === 'true';
  const page = await listPage(call.app, call.actor, paper, {
    ...(!all && paper.detailAmong),
    [by]: call.query[by],
    descs: 'createTime',
    size: all ? '100' : '1',
  });
  return (page.records as { id: string }[]).map((row) => row.id);
}

async function pageOf(call: RouteCall, paper: AnyPaper): Promise<unknown> {
  const page = await listPage(call.app, call.actor, paper, call.query);
  const beside = call.app.behaviours.get(paper.name)?.beside;
  return beside ? { ...page, ...(await readingOf(call, beside)) } : page;
}

/** Return parent 0 for a root of a tree, in its detail as in its list. */
const atTop = (paper: AnyPaper, row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  paper.tree && !row[paper.tree.parent] ? { [paper.tree.parent]: '0' } : {};

export function reading(paper: AnyPaper, declared: Partial<Declared> = {}): Route[] {
  const routes: Route[] = [];
  const listed = listContract(paper, declared);
  if (!paper.tree)
    for (const path of new Set([...(paper.calls?.list ?? ['list']), 'page'])) {
      routes.push({
        ...facts(paper, 'GET', path, 'view', about(paper, '分页列表', 'page of the list'), {
          contract: listed,
          filtersOf: paper,
        }),
        work: (call) => pageOf(call, paper),
      });
    }
  const whole = async (call: RouteCall, id: string): Promise<unknown> => {
    const row = await detailOf(call.app, call.actor, paper, id);
    const lines = paper.lines || paper.annexes ? await linesOfRow(call.app, call.actor, paper, String(row.id)) : {};
    const more = call.app.behaviours.get(paper.name)?.detail;
    return {
      ...row,
      ...atTop(paper, row),
      ...lines,
      ...(more && ((await readingOf(call, async (tx) => veiled(tx, paper, await more(tx, row as never)))) as object)),
    };
  };
  const detail = async (call: RouteCall): Promise<unknown> => {
    const named = call.params.id ?? call.query.id;
    const by = named === undefined ? await idsBy(call, paper) : null;
    if (by && call.query.all === 'true') return Promise.all(by.map((id) => whole(call, id)));
    return by?.length === 0 ? {} : whole(call, named ?? by?.[0] ?? '');
  };
  for (const path of paper.calls?.detail ?? ['detail'])
    routes.push({
      ...facts(paper, 'GET', path, 'view', about(paper, '详情', 'one row'), {
        contract: detailContract(paper, declared),
      }),
      work: detail,
    });
  routes.push({
    ...facts(paper, 'GET', 'history', 'view', about(paper, '历史', 'history'), { contract: historyContract(paper) }),
    work: async (call) =>
      historyOfRow(call.app, call.actor, paper, await assertInSight(call.app, call.actor, paper, call.query.id ?? '')),
  });
  return routes;
}
