import type { Judging } from '#kernel/language/lifecycle.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { workOf } from '#kernel/language/permission.ts';
import { lifecycleRefusals as refuse } from '../../refusals.ts';
import { readStored } from '../../write/rows/lock-rows.ts';
import type { Stored } from '../stored-row.ts';
import type { DatabaseSession } from '../../write/session/database-session.ts';

/**
 * Refuse a verdict on work that the caller took part in, or on a paper the caller wrote. This holds for every role, and
 * for those who act on behalf of others.
 */
export async function assertNotOwn(
  tx: DatabaseSession,
  paper: AnyPaper,
  judges: Judging | false | undefined,
  row: Readonly<Stored>,
): Promise<void> {
  if (!judges) return;
  const wrote = judges.of === 'paper' && String(row.createUser) === tx.person.id;
  if (wrote || (await readStored(tx, paper, String(row.id), { where: [workOf(tx.person, paper)] })))
    throw judges.no?.() ?? refuse.ownWork();
}
