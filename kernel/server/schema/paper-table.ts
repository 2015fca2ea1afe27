import { columnFor } from '#kernel/fields/columns.server.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import type { PaperMap } from './indexes/index-users.ts';
import { isReadByPerson, searchedFields, tailedFields } from './paper-columns.ts';
import { indexesOf } from './indexes/paper-indexes.ts';
import type { ColumnPlan, Table } from './table.ts';

const base: readonly ColumnPlan[] = [
  { name: 'id', type: 'bigint', notNull: true },
  { name: 'create_user', type: 'bigint' },
  { name: 'create_dept', type: 'bigint' },
  { name: 'create_time', type: 'timestamptz', notNull: true },
  { name: 'update_user', type: 'bigint' },
  { name: 'update_time', type: 'timestamptz', notNull: true },
  { name: 'status', type: 'integer', notNull: true, initial: '1' },
  { name: 'is_deleted', type: 'integer', notNull: true, initial: '0' },
  { name: 'version', type: 'integer', notNull: true, initial: '1' },
];

/**
 * Return the planned table of a paper: its columns, unique keys, and the indexes that any paper of the product needs.
 */
export function tableOfPaper(paper: AnyPaper, papers: PaperMap): Table {
  const tenants = paper.owner !== 'platform';
  const own = storedFields(paper).map(([name, field]): ColumnPlan => ({
    name: columnOf(name),
    type: columnFor(field).type(field),
  }));
  const searched = searchedFields(paper);
  const generated: ColumnPlan[] = tailedFields(paper).map((name) => ({
    name: `${columnOf(name)}_tail`,
    type: 'text',
    generated: `right(${columnOf(name)}, 4)`,
  }));
  if (searched.length) {
    generated.push({
      name: 'search_text',
      type: 'text',
      maintained: {
        expression: `lower(${searched.map((name) => `coalesce({${columnOf(name)}}, '')`).join(" || ' ' || ")})`,
        from: searched.map(columnOf),
      },
    });
  }
  return {
    name: paper.table,
    tenants,
    appendOnly: paper.appendOnly,
    ...(paper.spans && { spans: { by: 'id', ...paper.spans } }),
    columns: [
      base[0],
      ...(tenants ? [{ name: 'tenant_id', type: 'text', notNull: true }] : []),
      ...base.slice(1),
      ...own.filter((column) => !isBase(column.name, tenants)),
      ...generated,
    ],
    primaryKey: ['id'],
    indexes: indexesOf(paper, papers),
    // Rows that only one person reads are soon marked as read and deleted. Each block has free space for the new
    // versions of its rows, so that no index is written.
    ...(isReadByPerson(paper) && { storage: { fillfactor: 80 } }),
  };
}

const isBase = (column: string, tenants: boolean): boolean =>
  (tenants && column === 'tenant_id') || base.some((one) => one.name === column);
