import type pg from 'pg';
import { type WaitingIndex, indexStatement } from '../differ.ts';
import { NEXT } from '../maintained.ts';
import { swapped } from '../swapped.ts';

const quote = (name: string): string => `"${name}"`;

/**
 * Return the statement that builds the index while others write. For a divided table and for an exclusion constraint
 * PostgreSQL cannot do that, so the statement is unchanged.
 */
const concurrently = ({ table, index }: Pick<WaitingIndex, 'table' | 'index'>, statement: string): string =>
  table.spans || index.exclude
    ? statement
    : statement.replace(/^create (unique )?index if not exists/, 'create $1index concurrently');

/**
 * Build an index while others read and write. If another index has its name (`isReplaced`), build it under a temporary
 * name and then replace that one. Drop the invalid index of an interrupted build first.
 */
export async function buildIndex(client: pg.Client, { table, index, isReplaced }: WaitingIndex): Promise<void> {
  const name = `${index.name}${isReplaced ? NEXT : ''}`;
  await client.query(`drop index if exists ${quote(name)}`);
  await client.query(concurrently({ table, index }, indexStatement(table, { ...index, name })));
  if (isReplaced)
    await swapped(client, [
      `drop index ${quote(index.name)}`,
      `alter index ${quote(name)} rename to ${quote(index.name)}`,
    ]);
}
