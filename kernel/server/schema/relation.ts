import { type AnyPaper, type FieldName, columnOf } from '#kernel/language/paper.ts';
import { Fragment } from '../database/statement.ts';
import type { Table } from './table.ts';

/** Columns that every table of a paper has: each relation names them. */
const BASE = [
  'id',
  'tenant_id',
  'create_user',
  'create_dept',
  'create_time',
  'update_user',
  'update_time',
  'status',
  'is_deleted',
  'version',
] as const;

/** Columns of a table that statements of other rooms may read. Within a statement it is the name of the table. */
export class Relation extends Fragment {
  readonly table: string;
  /** Columns of every row; those that the table lacks do no harm. */
  readonly base: readonly string[];
  /** Columns that the owner publishes. */
  readonly published: readonly string[];

  constructor(table: string, base: readonly string[], published: readonly string[]) {
    super(() => table);
    this.table = table;
    this.base = base;
    this.published = published;
  }

  override toString(): string {
    return this.table;
  }
}

/** Publish fields of a paper to statements of other rooms, with the base columns of every row. */
export const relation = <P extends AnyPaper>(paper: P, fields: readonly FieldName<P>[]): Relation =>
  new Relation(paper.table, BASE, fields.map(columnOf));

/** Publish columns of a table that is no paper, with its primary key; `name` is among `tables`. */
export function relationOf(tables: readonly Table[], name: string, columns: readonly string[]): Relation {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`No table ${name} in this list`);
  return new Relation(name, [...table.primaryKey, 'tenant_id'], columns);
}
