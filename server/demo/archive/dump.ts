import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Table } from '#kernel/server/schema/table.ts';
import { archivedColumns } from './archived-tables.ts';
import { type ArchiveSection, rowCells } from './slice-file.ts';

/** The rows of a table, by their primary keys. */
export interface Dumped extends Omit<ArchiveSection, 'rows'> {
  readonly rows: ReadonlyMap<string, string>;
}

async function dumpTable(client: pg.Client, table: Table): Promise<Dumped> {
  const { name, primaryKey } = table;
  const columns = archivedColumns(table);
  const list = columns.map((column) => `"${column}"`).join(', ');
  const order = primaryKey.map((column) => `"${column}"`).join(', ');
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyTo(`copy (select ${list} from "${name}" order by ${order}) to stdout`)))
    chunks.push(chunk as Buffer);
  const key = primaryKey.map((column) => columns.indexOf(column));
  const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1);
  return { table: name, columns, rows: new Map(lines.map((line) => [rowKey(line, key), line])) };
}

export const rowKey = (line: string, key: readonly number[]): string => {
  const cells = rowCells(line);
  return key.map((at) => cells[at]).join('\t');
};

/** Return all rows of the tables, as of one moment. */
export async function dump(ownerUrl: string, tables: readonly Table[]): Promise<Dumped[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only; set local timezone = 'UTC'");
    const dumped: Dumped[] = [];
    for (const table of tables) dumped.push(await dumpTable(client, table));
    return dumped;
  } finally {
    await client.end();
  }
}
