import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import { readStored } from './lock-rows.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** Rows that were looked at for what is copied from them; who makes many rows at once looks at each once. */
export type Sources = Map<string, Stored | null>;

async function sourceOf(tx: DatabaseSession, name: string, id: string, rows: Sources): Promise<Stored | null> {
  const key = `${name} ${id}`;
  let row = rows.get(key);
  if (row === undefined) rows.set(key, (row = await readStored(tx, tx.paper(name), id)));
  return row;
}

/** Fields copied from a referenced paper: when the row is made, and again when the reference changes and nobody typed another value. */
export async function copySnapshots(
  tx: DatabaseSession,
  paper: AnyPaper,
  values: Readonly<Values>,
  before: Stored | null,
  sources?: Sources,
): Promise<Values> {
  const rows: Sources = sources ?? new Map();
  const out: Values = { ...values };
  for (const [name, field] of fieldsOf(paper)) {
    const copied = field.copied;
    if (!copied) continue;
    const source = paper.fields[copied.from] as { paper?: string } | undefined;
    const id = out[copied.from];
    if (!source?.paper || isEmpty(id) || (before && String(before[copied.from]) === String(id))) continue;
    if (!isEmpty(out[name])) continue;
    const value = (await sourceOf(tx, source.paper, String(id), rows))?.[copied.field];
    if (!isEmpty(value)) out[name] = value;
  }
  return out;
}
