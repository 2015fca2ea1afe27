import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { App } from '../../app.ts';
import { uploadFolder } from '../../files/spool.ts';
import type { ImportLayout } from './layout/layout.ts';

/** Return the file with the rows of all sheets of an upload, one line each. It exists until the commit, for a day at most. */
export const spoolOf = (app: App, batch: string): string => join(uploadFolder(app), `import-${batch}.rows`);

/** Are the uploaded rows still there? */
export const isSpooled = (app: App, batch: string): Promise<boolean> =>
  access(spoolOf(app, batch)).then(
    () => true,
    () => false,
  );

/** Row of an uploaded file: its number in the sheet, and its cells. */
interface SpooledRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Return the rows that a layout takes, in the order of the sheet. */
export async function* spooledRows(app: App, batch: string, layout: ImportLayout): AsyncGenerator<SpooledRow> {
  const begin = `[${layout.sheet},`;
  for await (const line of createInterface({ input: createReadStream(spoolOf(app, batch)), crlfDelay: Infinity })) {
    if (!line.startsWith(begin)) continue;
    const [, row, isHidden, ...cells] = JSON.parse(line) as [number, number, 0 | 1, ...string[]];
    if (row <= layout.header || row === layout.sample || (isHidden && layout.hidden === 'out')) continue;
    yield { row, cells };
  }
}
