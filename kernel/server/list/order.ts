import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type AnyPaper, columnOf, fieldOf } from '#kernel/language/paper.ts';
import { orderColumns } from '../schema/paper-columns.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';

const listed = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : [];

/** Return the field name of a column name (`create_time`): old clients order by columns. */
const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** May a list be ordered by this field? Masked values never are: their order would reveal them. */
export function isOrderable(paper: AnyPaper, name: string): boolean {
  const field = fieldOf(paper, name) ?? fieldOf({ fields: baseFields }, name);
  return Boolean(
    field &&
    !field.computed &&
    !field.secret &&
    !hides(field.personal) &&
    kindOf(field).orders &&
    !columnFor(field).type(field).endsWith('[]'),
  );
}

/** `order by` of a query: whitelisted columns only, the default order last, so that pages never overlap. */
export function orderSql(paper: AnyPaper, query: Readonly<Record<string, unknown>>, prefix = 't.'): string {
  const terms: string[] = [];
  for (const [key, down] of [
    ['ascs', false],
    ['descs', true],
  ] as const) {
    for (const name of listed(query[key]).map(camel)) {
      if (isOrderable(paper, name)) terms.push(`${prefix}${columnOf(name)}${down ? ' desc nulls last' : ''}`);
    }
  }
  const standard = orderColumns(paper);
  return [...terms, `${prefix}${standard.column}${standard.down ? ' desc' : ''}`, `${prefix}id desc`].join(', ');
}
