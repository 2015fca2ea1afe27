import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { difference, type Present } from '#kernel/server/schema/differ.ts';
import type { Table } from '#kernel/server/schema/table.ts';
import { allTables, patches } from '../../server/assemble.ts';
import { projectDir } from '../command/project-dir.ts';

type Lock = Record<string, Record<string, string>>;

const FILE = 'schema.lock.json';

const lockOf = (tables: readonly Table[]): Lock => Object.fromEntries(tables.map((table) => [table.name, Object.fromEntries(table.columns.map((column) => [column.name, column.type]))]));

/** The lock as the differ sees a database: every column of the last agreed schema. */
const asPresent = (lock: Lock): Present => ({
  columns: new Map(Object.entries(lock).map(([table, columns]) => [table, new Map(Object.entries(columns).map(([name, type]) => [name, { type, notNull: false, generated: null }]))])),
  indexes: new Map(),
});

/** What changed since the lock that would lose or move data, and no patch takes care of. */
export function uncovered(lock: Lock, tables: readonly Table[], covered: readonly string[]): string[] {
  const gone = Object.keys(lock).filter((name) => !tables.some((table) => table.name === name)).map((name) => `${name}: dropped`);
  return [...difference(tables, asPresent(lock)).destructive, ...gone].filter((one) => !covered.includes(one));
}

/** The columns of all tables. A destructive difference without a patch is refused by its name: the lock is then not written. */
export async function makeSchemaLock(): Promise<string> {
  const tables = allTables();
  const file = join(projectDir, FILE);
  const lock = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as Lock : {};
  const missing = uncovered(lock, tables, patches.flatMap((patch) => patch.covers));
  if (missing.length) throw new Error(`These changes lose data and need a patch business/<room>/patches/NNNN-*.ts that covers them: ${missing.join('; ')}`);
  return `${JSON.stringify(lockOf(tables), null, 1)}\n`;
}
