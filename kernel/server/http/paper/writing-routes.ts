import type { Contract } from '#kernel/language/calls/call.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { row as refuse } from '../../refusals.ts';
import { answeredEach, forEachRow, idsOf } from '../../rows/batch.ts';
import { assertMay } from '../../rows/read.ts';
import { chosenIds } from '../../rows/matching.ts';
import { byPerson, removeRow, removeRows, restoreRow } from '../../write/acts.ts';
import type { Stored } from '../../rows/stored-row.ts';
import type { RouteCall, Route } from '../route.ts';
import { bulk } from './bulk-edit.ts';
import { bulkContract, chosenContract, copyContract, refusedContract, savingContract } from './contracts.ts';
import { copyOf } from './copying.ts';
import { about, facts } from './route-facts.ts';
import { save, submit, yes } from './saving.ts';
import { verbsOf } from './verb-routes.ts';

/** Many rows as one act: who succeeded and who did not, and why. */
async function manyRemoved(
  given: RouteCall,
  paper: AnyPaper,
  ids: readonly string[],
  where: readonly Term[],
): Promise<unknown> {
  return answeredEach(given, paper, ids, async (tx, kept) => {
    tx.actOnBehalf(null, given.body.reason ?? '');
    return removeRows(tx, byPerson(tx, where), paper, kept);
  });
}

export function writing(paper: AnyPaper): Route[] {
  const call = (
    path: string,
    needs: string,
    zh: string,
    en: string,
    work: (call: RouteCall) => Promise<unknown>,
    contract: Contract,
  ): Route => ({ ...facts(paper, 'POST', path, needs, about(paper, zh, en), { contract }), work });
  const chosen = chosenContract(paper);
  const remove = async (given: RouteCall): Promise<unknown> => {
    const { where } = assertMay(given.actor, paper, 'delete');
    const chosen = await chosenIds(given, paper, 'counted');
    if (chosen.length > 1) return manyRemoved(given, paper, chosen, where);
    return forEachRow(given, paper, chosen, async (tx, id) => {
      tx.actOnBehalf(null, given.body.reason ?? '');
      await removeRow(tx, byPerson(tx, where), paper, id);
      return {};
    });
  };
  const routes = [
    ...['submit', ...(paper.calls?.submit ?? [])].map((path) =>
      call(
        path,
        'add',
        '新增或修改',
        'add or change',
        (given) => submit(given, paper, 'submit'),
        savingContract(paper, 'either'),
      ),
    ),
    call(
      'save',
      'add',
      '新增',
      'add',
      (given) => submit({ ...given, body: { ...given.body, id: '' } }, paper, 'submit'),
      savingContract(paper, 'new'),
    ),
    call(
      'update',
      'edit',
      '修改',
      'change',
      (given) => submit(given, paper, 'update'),
      savingContract(paper, 'change'),
    ),
    ...['remove', ...(paper.calls?.remove ?? [])].map((path) => call(path, 'delete', '删除', 'remove', remove, chosen)),
    call(
      'restore',
      'delete',
      '恢复',
      'restore',
      async (given) => {
        const { where } = assertMay(given.actor, paper, 'delete');
        return forEachRow(given, paper, idsOf(given), async (tx, id) => {
          tx.actOnBehalf(null, given.body.reason ?? '');
          await restoreRow(tx, byPerson(tx, where), paper, id);
          return {};
        });
      },
      chosen,
    ),
    call(
      'copy',
      'add',
      '复制',
      'copy',
      async (given) => {
        const copy = await copyOf(given, paper);
        return paper.copies && !yes(given.body.draft) ? save({ ...given, body: copy as Stored }, paper, '') : copy;
      },
      copyContract(paper),
    ),
    call('bulk', 'edit', '批量修改', 'bulk edit', (given) => bulk(given, paper), bulkContract(paper)),
  ];
  return routes;
}

export const refusing = (paper: AnyPaper): Route[] =>
  ['submit', 'remove', 'save', 'update']
    .filter((path) => !verbsOf(paper).some((verb) => verb.path === path))
    .map((path) => ({
      ...facts(paper, 'POST', path, 'view', about(paper, '不支持', 'not supported'), { contract: refusedContract }),
      work: async (call: RouteCall) => {
        assertMay(call.actor, paper, 'view');
        throw refuse.readOnly();
      },
    }));
