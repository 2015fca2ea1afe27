import { pointingParts } from '#kernel/fields/structured/structured.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, isRemovable, storedFields } from '#kernel/language/paper.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Term } from '#kernel/language/permission.ts';
import { row as refuse } from '../refusals.ts';
import { type Stored, readStored, updateColumns } from './stored.ts';
import { writeLog } from './log.ts';
import type { Transaction } from './transaction.ts';

/** A paper with a lifecycle is removed where that says so, and nowhere else. */
function assertRemovable(paper: AnyPaper, row: Stored): void {
  if (!isRemovable(paper, row)) throw refuse.notDraft();
}

/** How a field points at a row of a paper, as conditions over `t` and the row's id `$1`. */
function pointersOf(name: string, field: Field, paper: AnyPaper): string[] {
  const column = `t.${columnOf(name)}`;
  if (field.paper === paper.name) return [field.many ? `$1 = any(${column})` : `${column} = $1`];
  return pointingParts(field).filter((part) => part.paper === paper.name).map((part) => `${column} @> case jsonb_typeof(${column}) when 'array' then jsonb_build_array(jsonb_build_object('${part.name}', $1::text)) else jsonb_build_object('${part.name}', $1::text) end`);
}

/** Living rows of other papers that point at this one; lines of the paper itself go with it and do not count. */
export async function assertNoReferrer(tx: Transaction, paper: AnyPaper, row: Stored): Promise<void> {
  const own = new Set(Object.values(paper.lines ?? {}).map((line) => (line as { paper: string }).paper));
  if (paper.annexes) own.add(paper.annexes.paper);
  for (const other of tx.house.papers.values()) {
    if (own.has(other.name)) continue;
    if (paper.key) continue;
    for (const match of storedFields(other).flatMap(([name, field]) => pointersOf(name, field, paper))) {
      const tenant = other.owner === 'platform' ? '' : ' and t.tenant_id = $2';
      const [{ n }] = await tx.sql.query<{ n: number }>(`select count(*)::int as n from (select 1 from ${other.table} t where ${match}${tenant} and t.is_deleted = 0 limit 1000) c`, tenant ? [row.id, tx.tenantId] : [row.id]);
      if (n > 0) throw refuse.referred({ count: n, title: other.title });
    }
  }
}

/** Removed with its header, not before: comes back with it, and never alone. */
const WITH_HEADER = 2;

const markLines = (tx: Transaction, line: { paper: string; parent: string }, header: string, { from, to }: { from: number; to: number }): Promise<unknown> =>
  tx.sql.query(`update ${tx.paper(line.paper).table} t set is_deleted = $4 where t.tenant_id = $1 and t.${columnOf(line.parent)} = $2 and t.is_deleted = $3`, [tx.tenantId, header, from, to]);

/** How the log calls a removal. */
interface Called { readonly action: string; readonly label: Label }

const REMOVED: Called = { action: 'remove', label: ['删除', 'Removed'] };

/** Soft delete: the row stays for the history and can be brought back. Refused where the lifecycle keeps it, or where others point at it. */
export async function removeRow(tx: Transaction, paper: AnyPaper, id: string, where: readonly Term[], { action, label } = REMOVED): Promise<void> {
  const before = await readStored(tx, paper, id, { lock: 'remove', where });
  if (!before) throw refuse.missing({ title: paper.title });
  assertRemovable(paper, before);
  // What only points back at it is let go of first.
  await tx.house.behaviours.get(paper.name)?.removing?.(tx, before as never);
  await assertNoReferrer(tx, paper, before);
  if (!await updateColumns(tx, paper, before, { isDeleted: 1 })) throw refuse.changed();
  for (const line of Object.values(paper.lines ?? {}) as { paper: string; parent: string }[]) {
    await markLines(tx, line, id, { from: 0, to: WITH_HEADER });
  }
  await writeLog(tx, { paper, row: before, before, action, label, remark: tx.said });
  tx.changed(paper, before, 'remove');
}

/** Brings a removed row back, with the lines that were removed with it. */
export async function restoreRow(tx: Transaction, paper: AnyPaper, id: string, where: readonly Term[]): Promise<Stored> {
  const before = await readStored(tx, paper, id, { lock: 'remove', where, deleted: true });
  if (!before) throw refuse.missing({ title: paper.title });
  await tx.house.behaviours.get(paper.name)?.restoring?.(tx, before as never);
  if (!await updateColumns(tx, paper, before, { isDeleted: 0 })) throw refuse.changed();
  for (const line of Object.values(paper.lines ?? {}) as { paper: string; parent: string }[]) await markLines(tx, line, id, { from: WITH_HEADER, to: 0 });
  await writeLog(tx, { paper, row: before, before, action: 'restore', label: ['恢复', 'Restored'] });
  tx.changed(paper, before, 'restore');
  return { ...before, isDeleted: 0 };
}

