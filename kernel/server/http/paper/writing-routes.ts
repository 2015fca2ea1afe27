import type { Contract } from '#kernel/language/calls/call.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { row as refuse } from '../../refusals.ts';
import { answeredEach, forEachRow, idsOf } from '../../rows/batch.ts';
import { assertMay } from '../../rows/read.ts';
import { chosenIds } from '../../rows/matching.ts';
import { removeRow, removeStoredRows, restoreRow } from '../../write/acts.ts';
import type { Stored } from '../../rows/stored-row.ts';
import type { Transaction } from '../../write/transaction.ts';
import { authorityOf } from '../calls/authority-of.ts';
import type { RouteCall, Route } from '../route.ts';
import { bulk } from './bulk-edit.ts';
import {
  type Declared,
  bulkContract,
  chosenContract,
  copyContract,
  refusedContract,
  savingContract,
} from './contracts.ts';
import { copyOf } from './copying.ts';
import { about, facts } from './route-facts.ts';
import { save, submit, yes } from './saving.ts';
import { verbsOf } from './verb-routes.ts';

export function writing(paper: AnyPaper, declared: Partial<Declared> = {}): Route[] {
  const call = (
    path: string,
    needs: string,
    zh: string,
    en: string,
    work: (call: RouteCall) => Promise<unknown>,
    contract: Contract,
  ): Route => ({ ...facts(paper, 'POST', path, needs, about(paper, zh, en), { contract }), work });
  const chosen = chosenContract(paper);
  const remove = async (request: RouteCall): Promise<unknown> => {
    const authority = authorityOf(request, paper, 'delete');
    const ids = await chosenIds(request, paper, 'counted');
    if (ids.length > 1) {
      const all = (tx: Transaction, some: readonly string[]): Promise<ReadonlyMap<string, Refusal>> =>
        removeStoredRows(tx, tx.authority, paper, some);
      return answeredEach(request, paper, ids, all, authority);
    }
    const one = async (tx: Transaction, id: string): Promise<object> => {
      await removeRow(tx, tx.authority, paper, id);
      return {};
    };
    return forEachRow(request, paper, ids, one, { authority });
  };
  const drafts = paper.calls?.draft ?? [];
  const routes = [
    ...['submit', ...(paper.calls?.submit ?? [])].map((path) =>
      call(
        path,
        'add',
        '新增或修改',
        'add or change',
        (request) => submit(request, paper, 'submit'),
        savingContract(paper, 'either', declared),
      ),
    ),
    ...drafts.map((path) =>
      call(
        path,
        'add',
        '存草稿',
        'keep as a draft',
        (request) => submit({ ...request, body: { ...request.body, draft: true } }, paper, 'submit'),
        savingContract(paper, 'either', declared),
      ),
    ),
    call(
      'save',
      'add',
      '新增',
      'add',
      (request) => submit({ ...request, body: { ...request.body, id: '' } }, paper, 'submit'),
      savingContract(paper, 'new', declared),
    ),
    call(
      'update',
      'edit',
      '修改',
      'change',
      (request) => submit(request, paper, 'update'),
      savingContract(paper, 'change', declared),
    ),
    ...['remove', ...(paper.calls?.remove ?? [])].map((path) => call(path, 'delete', '删除', 'remove', remove, chosen)),
    call(
      'restore',
      'delete',
      '恢复',
      'restore',
      async (request) => {
        // Check the right first, so that a caller without it learns nothing about the input.
        const authority = authorityOf(request, paper, 'delete');
        const one = async (tx: Transaction, id: string): Promise<object> => {
          await restoreRow(tx, tx.authority, paper, id);
          return {};
        };
        return forEachRow(request, paper, idsOf(request), one, { authority });
      },
      chosen,
    ),
    call(
      'copy',
      'add',
      '复制',
      'copy',
      async (request) => {
        const copy = await copyOf(request, paper);
        return paper.copies && !yes(request.body.draft) ? save({ ...request, body: copy as Stored }, paper, '') : copy;
      },
      copyContract(paper),
    ),
    call('bulk', 'edit', '批量修改', 'bulk edit', (request) => bulk(request, paper), bulkContract(paper)),
  ];
  return routes.filter((one, at) => routes.findIndex(({ path }) => path === one.path) === at);
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
