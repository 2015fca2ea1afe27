import type { Field } from '#kernel/language/field.ts';
import type { LocalizedText } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import type { Pointing } from '../../context.ts';
import type { App } from '../../app.ts';
import { tableOfPaper } from '../../schema/paper-table.ts';
import { writeLog } from '../log/log.ts';
import { readRaw, storedSelect } from './stored.ts';
import { updateColumns } from './write-columns.ts';
import type { Stored } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

interface Pointer {
  readonly paper: AnyPaper;
  readonly name: string;
  readonly field: Field;
}

/** Every field of the product that points at rows of a paper, as the definitions say. Logs are not rewritten. */
function pointersTo(app: Pick<App, 'papers'>, target: AnyPaper): Pointer[] {
  return [...app.papers.values()]
    .filter((paper) => paper.owner !== 'platform' && !tableOfPaper(paper).appendOnly)
    .flatMap((paper) =>
      storedFields(paper)
        .filter(([, field]) => field.paper === target.name)
        .map(([name, field]): Pointer => ({ paper, name, field })),
    );
}

const pointsAt = ({ name, field }: Pointer): string =>
  field.many ? `$2 = any(t.${columnOf(name)})` : `t.${columnOf(name)} = $2`;

/** What points at a row, living rows only: per paper and field, how many. */
export async function pointingAt(tx: DatabaseSession, target: AnyPaper, id: string): Promise<Pointing[]> {
  const found: Pointing[] = [];
  for (const pointer of pointersTo(tx.app, target)) {
    const [{ n }] = await tx.sql.query<{ n: number }>(
      `select count(*)::int as n from ${pointer.paper.table} t where t.tenant_id = $1 and ${pointsAt(pointer)} and t.is_deleted = 0`,
      [tx.tenantId, id],
    );
    if (n > 0) found.push({ paper: pointer.paper, field: pointer.name, count: n });
  }
  return found;
}

/** Two that become one are named once. */
const replaced = (field: Field, value: unknown, from: string, to: string): unknown =>
  field.many ? [...new Set((value as unknown[]).map((one) => (String(one) === from ? to : String(one))))] : to;

/**
 * Lets up to `most` rows that point at one row point at another, each with its entry in the history. Removed rows too: when they come
 * back they must not point at nothing. What was copied from the row when they were made stays as it was said then. Answers how many.
 */
export async function repoint(
  tx: DatabaseSession,
  target: AnyPaper,
  { from, to, most, note }: { from: string; to: string; most: number; note: LocalizedText },
): Promise<number> {
  let moved = 0;
  const { lockOrder } = tx.app;
  // In the order of locks, whatever the order of the definitions.
  for (const pointer of pointersTo(tx.app, target).toSorted(
    (one, other) => (lockOrder.rank(one.paper.table) ?? 0) - (lockOrder.rank(other.paper.table) ?? 0),
  )) {
    if (moved >= most) break;
    const { paper, name, field } = pointer;
    const rows = await tx.sql.query<Stored>(
      `select ${storedSelect(paper)} from ${paper.table} t where t.tenant_id = $1 and ${pointsAt(pointer)} order by t.id limit ${most - moved} for no key update of t`,
      [tx.tenantId, from],
    );
    for (const raw of rows) {
      const before = readRaw(paper, raw);
      const values = { [name]: replaced(field, before[name], from, to) };
      await updateColumns(tx, paper, before, values);
      await writeLog(tx, {
        paper,
        row: { ...before, ...values },
        before,
        action: 'repoint',
        label: ['改指向', 'Refers elsewhere'],
        remark: note,
      });
      if (before.isDeleted === 0) tx.changed(paper, before, 'edit');
    }
    moved += rows.length;
  }
  return moved;
}
