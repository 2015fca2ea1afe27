import { isId } from '#kernel/fields/ref/ref.ts';
import { type AnyPaper, fieldOf } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { MAX_BATCH_ROWS, forEachRow } from '../../rows/batch.ts';
import { assertMay, existingIds } from '../../rows/read.ts';
import { chosenIds, objectOf } from '../../rows/matching.ts';
import { readingOf } from '../../rows/read-context.ts';
import { updateRow } from '../../write/acts.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { Transaction } from '../../write/transaction.ts';
import { authorityOf } from '../calls/authority-of.ts';
import type { RouteCall } from '../route.ts';
import { yes } from './saving.ts';

/**
 * Change several fields of the chosen rows, or of all that match: each field is left, set or cleared. The answer holds
 * the former values by row, and reverts the change when it is sent back.
 */
export async function bulk(call: RouteCall, whole: AnyPaper): Promise<unknown> {
  const paper = visibleTo(call.actor.person, whole);
  assertMay(call.actor, paper, 'edit');
  const back = objectOf(call.body.rows);
  const set = objectOf(call.body.set);
  const ids = back ? Object.keys(back).slice(0, MAX_BATCH_ROWS) : await chosenIds(call, paper);
  if (yes(call.body.dry)) return { count: ids.length };
  const names = Object.keys(set ?? {}).filter((name) => {
    const field = fieldOf(paper, name);
    return field && !field.personal && !field.secret;
  });
  // Read all rows before the first change, since the change of one row may also change another.
  const rowIds = await existingIds(call.app, call.actor, paper, ids);
  const named = new Map(rowIds.map((id, at) => [id, ids[at]]));
  const stood =
    names.length && !back
      ? ((await readingOf(call, (tx) =>
          tx.find(paper, { id: rowIds.filter(isId) }, { limit: MAX_BATCH_ROWS }),
        )) as Stored[])
      : [];
  const before: Record<string, Values> = {};
  const done = await forEachRow(
    call,
    paper,
    ids,
    async (tx: Transaction, id) => {
      await updateRow(tx, tx.authority, paper, id, objectOf(back?.[named.get(id) ?? id]) ?? set ?? {}, {
        label: back ? ['撤销批量修改', 'Bulk edit taken back'] : ['批量修改', 'Bulk edit'],
      });
      const was = stood.find((one) => one.id === id);
      return was ? Object.fromEntries(names.map((name) => [name, was[name] ?? null])) : {};
    },
    {
      authority: authorityOf(call, paper, 'edit'),
      tell: (id, was) => {
        before[id] = was;
      },
    },
  );
  return { ...(ids.length === 1 ? { success: ids, failed: [] } : (done as object)), before };
}
