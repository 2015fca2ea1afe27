import { type AnyPaper, columnOf } from '#kernel/language/paper.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import { row as refuse } from '../../refusals.ts';
import type { Values } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** No row stands below itself, however many steps lie between: it would be gone from its tree. Two who move rows at once wait for each other. */
export async function assertNoCircle(
  tx: DatabaseSession,
  paper: AnyPaper,
  id: string,
  values: Readonly<Values>,
): Promise<void> {
  const parent = paper.tree?.parent;
  if (parent === undefined || !values[parent] || String(values[parent]) === '0') return;
  await tx.lock(`tree ${paper.table}`);
  const column = columnOf(parent);
  const whose = paper.owner === 'platform' ? '' : ' and t.tenant_id = $3';
  const found = await tx.sql.query(
    `with recursive up as (select t.id, t.${column} as parent from ${paper.table} t where t.id = $1${whose} union select t.id, t.${column} from ${paper.table} t join up on t.id = up.parent${whose.replace(' and', ' where')}) select 1 from up where id = $2`,
    [values[parent], id, ...(whose ? [tx.tenantId] : [])],
  );
  const problem: FieldProblem = {
    field: parent,
    words: ['上级不能是自己或自己的下级', 'It cannot be placed below itself'],
  };
  if (found.length) throw refuse.ownParent({ fields: [problem] });
}
