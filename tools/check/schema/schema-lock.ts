import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaDifference, type PresentSchema } from '#kernel/server/schema/differ.ts';
import type { Table } from '#kernel/server/schema/table.ts';
import { allTables } from '../../../server/assemble.ts';
import { patchesIn } from '../../../server/patches.ts';
import { projectDir } from '../../command/project-dir.ts';

type Lock = Record<string, Record<string, string>>;

const FILE = 'schema.lock.json';

const lockOf = (tables: readonly Table[]): Lock =>
  Object.fromEntries(
    tables.map((table) => [table.name, Object.fromEntries(table.columns.map((column) => [column.name, column.type]))]),
  );

/** Return the locked schema in the form of a present database, so that it can be compared with the definitions. */
const asPresent = (lock: Lock): PresentSchema => ({
  maintainers: new Map(),
  columns: new Map(
    Object.entries(lock).map(([table, columns]) => [
      table,
      new Map(
        Object.entries(columns).map(([name, type]) => [
          name,
          { type, notNull: false, hasDefault: false, generated: null },
        ]),
      ),
    ]),
  ),
  indexes: new Map(),
});

/** Return the changes since the lock that would lose or move data and that no patch covers. */
export function uncovered(lock: Lock, tables: readonly Table[], covered: readonly string[]): string[] {
  const gone = Object.keys(lock)
    .filter((name) => !tables.some((table) => table.name === name))
    .map((name) => `${name}: dropped`);
  const { destructive, unknown } = schemaDifference(tables, asPresent(lock));
  return [...destructive, ...unknown, ...gone].filter((one) => !covered.includes(one));
}

/** Return the columns in `schema.lock.json`: those of the last accepted schema. */
export const readLock = (tree: string): Lock => {
  const file = join(tree, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Lock) : {};
};

const written = (lock: Lock): string => `${JSON.stringify(lock, null, 1)}\n`;

/**
 * Return the new text of the lock: the columns of all tables, or the old text if a change would lose data without a
 * patch.
 */
export async function makeSchemaLock(): Promise<string> {
  const tables = allTables();
  const lock = readLock(projectDir);
  const missing = uncovered(
    lock,
    tables,
    (await patchesIn(projectDir)).flatMap((patch) => patch.covers),
  );
  return written(missing.length ? lock : lockOf(tables));
}
