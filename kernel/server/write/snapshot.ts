import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { type Stored, readStored } from './stored.ts';
import type { Transaction } from './transaction.ts';

/** Rows that were looked at for what is copied from them; who makes many rows at once looks at each once. */
export type Sources = Map<string, Stored | null>;

/** Fields copied from a referenced paper: when the row is made, and again when the reference changes and nobody typed another value. */
export async function copySnapshots(tx: Transaction, paper: AnyPaper, values: Stored, before: Stored | null, rows: Sources = new Map()): Promise<Stored> {
  const out: Stored = { ...values };
  for (const [name, field] of fieldsOf(paper)) {
    const copied = field.copied;
    if (!copied) continue;
    const source = paper.fields[copied.from] as { paper?: string } | undefined;
    const id = out[copied.from];
    if (!source?.paper || isEmpty(id) || (before && String(before[copied.from]) === String(id))) continue;
    if (!isEmpty(out[name])) continue;
    const key = `${source.paper} ${String(id)}`;
    if (!rows.has(key)) rows.set(key, await readStored(tx, tx.paper(source.paper), String(id)));
    const value = rows.get(key)?.[copied.field];
    if (!isEmpty(value)) out[name] = value;
  }
  return out;
}
