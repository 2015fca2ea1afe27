import { columnFor } from '#kernel/fields/columns.server.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import { indexStatement } from '../differ.ts';
import { orderColumns } from '../paper-columns.ts';
import { tableOfPaper } from '../paper-table.ts';
import type { PaperMap } from './index-users.ts';
import { type IndexPlan, shortName } from '../table.ts';

const LIVING = 'is_deleted = 0';

const tenantOf = ({ owner }: AnyPaper): string => (owner === 'platform' ? '' : 'tenant_id, ');

const tailOf = (paper: AnyPaper): string => {
  const { column, down } = orderColumns(paper);
  return `${column}${down ? ' desc' : ''}, id desc`;
};

type Form = Omit<IndexPlan, 'user'>;

/** Return the indexes that earlier releases made for a whole paper: order, scopes, search. */
const paperForms = (paper: AnyPaper): Form[] => {
  const [tenant, tail] = [tenantOf(paper), tailOf(paper)];
  return [
    { name: 'order', on: tenant + tail, where: LIVING },
    { name: 'dept', on: `tenant_id, create_dept, ${tail}`, where: LIVING },
    { name: 'user', on: `tenant_id, create_user, ${tail}`, where: LIVING },
    { name: 'search', on: `${tenant}search_parts(search_text)`, using: 'gin', where: LIVING },
  ];
};

/** Return the indexes that earlier releases made for a field: lookups by value or span, and a unique guard. */
function fieldForms(paper: AnyPaper, name: string, field: Field): Form[] {
  const [tenant, tail, column] = [tenantOf(paper), tailOf(paper), columnOf(name)];
  const filled = `${LIVING} and ${column} is not null`;
  const where = field.required || columnFor(field).indexesEmpty ? LIVING : filled;
  const lookups = [`${column}, ${tail}`, `${column} desc, ${tail}`, `${column} desc, id desc`, column];
  return [
    ...lookups.map((on) => ({ name: `by_${column}`, on: tenant + on, where })),
    { name: `once_${column}`, on: tenant + column, where: filled },
  ];
}

/**
 * Return the indexes that earlier releases may have made and did not write down, with the statements that made them.
 */
export function earlierIndexes(papers: PaperMap): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const paper of papers.values()) {
    const table = tableOfPaper(paper, papers);
    const forms = [
      ...paperForms(paper),
      ...storedFields(paper).flatMap(([name, field]) => fieldForms(paper, name, field)),
    ];
    for (const form of forms) {
      const name = shortName(`${table.name}_${form.name}`);
      const statement = indexStatement(table, { ...form, name, user: 'earlier release' });
      found.set(name, [...(found.get(name) ?? []), statement]);
    }
  }
  return found;
}
