import { hides } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { tableOfPaper } from '../../schema/paper-table.ts';
import { type Person, visibleTo } from '#kernel/language/permission.ts';
import { row as refuse } from '../../refusals.ts';
import type { Values } from '../../rows/stored-row.ts';

/** PostgreSQL found the second of a kind: says which field, whoever came first; and its value to whoever may read it. */
export const refuseTaken =
  (person: Person, paper: AnyPaper, row: Readonly<Values>) =>
  (error: unknown): never => {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23P01') throw refuse.overlaps({ title: paper.title });
    if (code !== '23505' || !constraint) throw error;
    const index = tableOfPaper(paper).indexes.find((one) => one.name === constraint);
    const taken = fieldsOf(paper).find(([name]) => index?.on.split(/,\s*/).at(-1) === columnOf(name)) as
      [string, Field] | undefined;
    if (!taken) throw error;
    const isHidden = hides(taken[1].personal) || !visibleTo(person, paper).fields[taken[0]];
    const value = isHidden ? '****' : String(row[taken[0]] ?? '');
    const refusal = refuse.taken({ label: taken[1].label, value });
    throw refuse.taken({ label: taken[1].label, value }, { fields: [{ field: taken[0], words: refusal.words }] });
  };
