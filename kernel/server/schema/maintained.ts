import { must } from '#kernel/language/must.ts';
import pg from 'pg';
import { swapped } from './swapped.ts';
import { type ColumnPlan, type IndexPlan, type Table, expressionOver, maintainerOf } from './table.ts';

/** Suffix of a column, and of its trigger and indexes, while it is rebuilt beside the old one. */
export const NEXT = '_next';

/** Number of rows that are filled in one transaction. They are locked until its end. */
const AT_ONCE = 2000;

const quote = (name: string): string => `"${name}"`;

/** Return the body of the trigger's function, as PostgreSQL stores it. */
export const maintainerBody = (column: ColumnPlan, into = column.name): string =>
  `begin new.${into} := ${expressionOver(must(column.maintained, 'maintained'), 'new.')}; return new; end`;

/** Return the function and the trigger that write a maintained column. */
export function createMaintainer(table: string, column: ColumnPlan, suffix = ''): string[] {
  const name = `${maintainerOf(table, column.name)}${suffix}`;
  const from = must(column.maintained, 'maintained').from.map(quote).join(', ');
  return [
    `create or replace function ${quote(name)}() returns trigger language plpgsql as $$${maintainerBody(column, `${column.name}${suffix}`)}$$`,
    `create or replace trigger ${quote(name)} before insert or update of ${from} on ${quote(table)} for each row execute function ${quote(name)}()`,
  ];
}

/** Does an index use this column? */
export const namesColumn = ({ on }: IndexPlan, column: string): boolean => new RegExp(`\\b${column}\\b`).test(on);

const dropMaintainer = (table: string, column: string, suffix = ''): string[] => {
  const name = quote(`${maintainerOf(table, column)}${suffix}`);
  return [`drop trigger if exists ${name} on ${quote(table)}`, `drop function if exists ${name}()`];
};

async function fill(client: pg.Client, table: Table, column: ColumnPlan): Promise<void> {
  const next = quote(`${column.name}${NEXT}`);
  let after = '0';
  for (;;) {
    const { rows } = await client.query<{ id: string | null }>(
      `with part as (select id from ${quote(table.name)} where id > $1 order by id limit ${AT_ONCE} for no key update),
        filled as (update ${quote(table.name)} t set ${next} = ${expressionOver(must(column.maintained, 'maintained'), 't.')} from part where t.id = part.id)
      select max(id)::text as id from part`,
      [after],
    );
    if (rows[0].id === null) return;
    after = rows[0].id;
  }
}

/** Replace a column by its rebuilt one, with its trigger and indexes. */
const swap = (client: pg.Client, table: Table, column: ColumnPlan, indexes: readonly IndexPlan[]): Promise<void> =>
  swapped(client, [
    ...dropMaintainer(table.name, column.name, NEXT),
    ...dropMaintainer(table.name, column.name),
    `alter table ${quote(table.name)} drop column if exists ${quote(column.name)}`,
    `alter table ${quote(table.name)} rename column ${quote(`${column.name}${NEXT}`)} to ${quote(column.name)}`,
    ...indexes.map(({ name }) => `alter index ${quote(`${name}${NEXT}`)} rename to ${quote(name)}`),
    ...createMaintainer(table.name, column),
  ]);

/**
 * Build a maintained column and its indexes beside the existing ones, while others read and write, and replace these.
 * An interrupted build starts over.
 */
export async function buildBeside(
  client: pg.Client,
  table: Table,
  column: ColumnPlan,
  indexStatement: (table: Table, index: IndexPlan) => string,
): Promise<void> {
  const next = `${column.name}${NEXT}`;
  const indexes = table.indexes.filter((index) => namesColumn(index, column.name));
  for (const step of [
    ...dropMaintainer(table.name, column.name, NEXT),
    `alter table ${quote(table.name)} drop column if exists ${quote(next)}`,
    `alter table ${quote(table.name)} add column ${quote(next)} ${column.type}`,
    ...createMaintainer(table.name, column, NEXT),
  ])
    await client.query(step);
  await fill(client, table, column);
  for (const index of indexes) {
    const renamed = {
      ...index,
      name: `${index.name}${NEXT}`,
      on: index.on.replaceAll(new RegExp(`\\b${column.name}\\b`, 'g'), next),
    };
    await client.query(`drop index if exists ${quote(renamed.name)}`);
    // PostgreSQL builds the index of a divided table only while nobody writes into it.
    const how = table.spans ? 'index' : 'index concurrently';
    await client.query(
      indexStatement(table, renamed).replace(/^create (unique )?index if not exists/, `create $1${how}`),
    );
  }
  await swap(client, table, column, indexes);
}
