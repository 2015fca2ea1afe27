import { isEmpty } from '#kernel/fields/kind.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { http as refuseHttp, row as refuse } from '../../refusals.ts';
import { once } from '../../rows/batch.ts';
import { assertMay, existingIds } from '../../rows/read.ts';
import { actOnRows, byProduct, insertRow, updateRow } from '../../write/acts.ts';
import type { Transaction } from '../../write/transaction.ts';
import { authorityOf } from '../calls/authority-of.ts';
import type { Stored } from '../../rows/stored-row.ts';
import type { RouteCall } from '../route.ts';
import { assertVerbOpened, doAction } from './verb-routes.ts';
import { writtenAnswer } from './written-row.ts';

export const yes = (given: unknown): boolean => given === true || given === 'true' || given === 1 || given === '1';

const beyond = (paper: AnyPaper, row: Stored): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) =>
        !paper.fields[name] &&
        ![
          'id',
          'tenantId',
          'createUser',
          'createDept',
          'createTime',
          'updateUser',
          'updateTime',
          'status',
          'isDeleted',
          'version',
        ].includes(name),
    ),
  );

/** Create or change, in one transaction; what the paper does beyond is in its behaviour. */
export async function save(call: RouteCall, paper: AnyPaper, id: string): Promise<unknown> {
  const { app, body } = call;
  // A paper's own reason is none for standing in for others: then it is submitted by the verb, which asks for one.
  const options = { noReason: paper.fields.reason !== undefined };
  const draft = yes(body.draft);
  const write = async (tx: Transaction): Promise<Stored> => {
    if (!id) return insertRow(tx, tx.authority, paper, body, { isBody: true, isDraft: draft });
    const saved = await updateRow(tx, tx.authority, paper, id, body, { isBody: true });
    if (draft || !leavesDraft(paper, saved)) return saved;
    const { standing } = authorityOf(call, paper, 'submit', options);
    await assertVerbOpened(call, paper, 'submit');
    const next = tx.under({ standing });
    return (await actOnRows(next, byProduct(next), paper, [id], 'submit', body))[0];
  };
  const row = await once(call, '', write, authorityOf(call, paper, id ? 'edit' : 'add', options));
  return writtenAnswer({ ...call, app }, paper, row, beyond(paper, row));
}

/** A draft that is sent without `draft` is submitted. */
function leavesDraft(paper: AnyPaper, row: Stored): boolean {
  const life = paper.lifecycle;
  const submit = life?.actions.submit;
  return Boolean(life && submit && row[life.field] === 'draft' && (submit.from as readonly string[]).includes('draft'));
}

/** The row that is changed; empty for a new one. Who may not do it at all learns nothing else. */
async function rowMeant(call: RouteCall, paper: AnyPaper, path: 'submit' | 'update'): Promise<string> {
  const [id] = isEmpty(call.body.id) ? [''] : await existingIds(call.app, call.actor, paper, [String(call.body.id)]);
  assertMay(call.actor, paper, path === 'update' || id ? 'edit' : 'add');
  if (path === 'update' && !id) throw refuseHttp.missing({ what: 'id' });
  if (id && !isId(id)) throw refuse.missing({ title: paper.title });
  return id;
}

/** `update` and `submit` of the wire: with `action` a business verb, else a change of data. */
export async function submit(call: RouteCall, paper: AnyPaper, path: 'submit' | 'update'): Promise<unknown> {
  const verb = typeof call.body.action === 'string' ? call.body.action : '';
  const life = paper.lifecycle;
  if (life && verb) {
    const named =
      Object.entries(life.actions).find(
        ([name, action]) => action.call?.path === path && (action.call.action ?? name) === verb,
      )?.[0] ?? verb;
    return doAction(call, paper, named);
  }
  return save(call, paper, await rowMeant(call, paper, path));
}
