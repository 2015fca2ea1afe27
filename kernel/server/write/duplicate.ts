import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import { row as refuse } from '../refusals.ts';
import { findRows } from './find.ts';
import type { Stored } from './stored.ts';
import type { Transaction } from './transaction.ts';

/**
 * Rows that are probably the same thing. Two people who enter the same thing at once wait for each other on the hash of its key, so
 * the second is told. `force: true` of somebody with the button saves all the same.
 */
export async function assertNoDuplicate(tx: Transaction, paper: AnyPaper, values: Stored, before: Stored | null, extra: Readonly<Stored>): Promise<void> {
  const rule = paper.duplicates;
  if (!rule) return;
  const keys = rule.by as readonly string[];
  if (isEmpty(values[keys[0]]) || (before && keys.every((name) => String(before[name] ?? '') === String(values[name] ?? '')))) return;
  await tx.lock(`${paper.table} ${keys.map((name) => String(values[name] ?? '')).join('|')}`);
  const found = (await findRows(tx, paper, Object.fromEntries(keys.map((name) => [name, isEmpty(values[name]) ? null : values[name]])), 5))
    .filter((row) => row.id !== before?.id);
  if (found.length === 0) return;
  if (rule.force && (extra.force === true || extra.force === 'true') && tx.may(buttonOf(paper, rule.force))) return;
  throw refuse.duplicate({ said: rule.said }, { data: { id: String(found[0].id), ids: found.map((row) => String(row.id)) } });
}
