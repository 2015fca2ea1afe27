import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { row as refuse } from '../../refusals.ts';
import type { Stored } from '../../rows/stored-row.ts';
import type { Amendment } from './amendment.ts';
import { isProvided } from '../check.ts';
import { updateRow } from '../save.ts';
import type { DatabaseSession } from '../session/database-session.ts';

const labelOf = (paper: AnyPaper, name: string): Label => paper.fields[name]?.label ?? [name, name];

/**
 * Changes a row by what its judge sent: checked as in its form, but for the state, which leaves him the named fields and no others. Refuses
 * a field that is not named, that the product sets, or that the asking person may not read. `version` as in a form; absent, it is not asked.
 */
export async function amendRow(
  tx: DatabaseSession,
  paper: AnyPaper,
  id: string,
  body: Readonly<Stored>,
  { fields, label, note }: Amendment,
): Promise<Stored> {
  const readable = visibleTo(tx.person, paper).fields as Readonly<Record<string, Field | undefined>>;
  const { version, ...given } = body;
  const closed = Object.keys(given).filter((name) => {
    const field = fields.includes(name) ? readable[name] : undefined;
    return !field || !isProvided(field);
  });
  if (closed.length) {
    const labels = closed.map((name) => labelOf(paper, name));
    throw refuse.closedFields(
      { labels: [labels.map((one) => one[0]).join('、'), labels.map((one) => one[1]).join(', ')] },
      { fields: closed.map((field) => ({ field, words: ['此处不能修改', 'It cannot be changed here'] })) },
    );
  }
  return updateRow(tx, paper, id, { ...given, version }, { open: fields, action: 'amend', label, note });
}
