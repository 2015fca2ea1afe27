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
import { verbsMeant } from './chosen-verb.ts';
import { assertVerbOpened, doAction } from './verb-routes.ts';
import { writtenAnswer } from './written-row.ts';

export const yes = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';

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

/** Create or change a row, in one transaction; further effects are in the paper's behaviour. */
export async function save(call: RouteCall, paper: AnyPaper, id: string): Promise<unknown> {
  const { app, body } = call;
  // If the paper has a field `reason`, the sent `reason` is its value, not a reason to act on behalf of others.
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

/** Does a save also submit the row? It does for a draft that is sent without the `draft` flag. */
function leavesDraft(paper: AnyPaper, row: Stored): boolean {
  const life = paper.lifecycle;
  const submit = life?.actions.submit;
  return Boolean(life && submit && row[life.field] === 'draft' && (submit.from as readonly string[]).includes('draft'));
}

/**
 * Return the id of the row to change, or an empty text for a new one. Refuse a caller without the right first, so that
 * the answer reveals nothing.
 */
async function rowMeant(call: RouteCall, paper: AnyPaper, path: 'submit' | 'update'): Promise<string> {
  const [id] = isEmpty(call.body.id) ? [''] : await existingIds(call.app, call.actor, paper, [String(call.body.id)]);
  assertMay(call.actor, paper, path === 'update' || id ? 'edit' : 'add');
  if (path === 'update' && !id) throw refuseHttp.missing({ what: 'id' });
  if (id && !isId(id)) throw refuse.missing({ title: paper.title });
  return id;
}

/** Handle `update` and `submit`: with `action` a business verb, chosen further by `when`, else a change of data. */
export async function submit(call: RouteCall, paper: AnyPaper, path: 'submit' | 'update'): Promise<unknown> {
  const life = paper.lifecycle;
  const verb = life && typeof call.body.action === 'string' ? call.body.action : '';
  if (life && verb) {
    const here = Object.entries(life.actions)
      .map(([name, action]) => ({ name, action }))
      .filter(({ name, action }) => action.call?.path === path && (action.call.action ?? name) === verb);
    return doAction(call, paper, verbsMeant(here, (key) => call.body[key]).at(0)?.name ?? verb);
  }
  return save(call, paper, await rowMeant(call, paper, path));
}
