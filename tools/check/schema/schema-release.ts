import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allTables } from '../../../server/assemble.ts';
import { patchesIn } from '../../../server/patches.ts';
import { projectDir } from '../../command/project-dir.ts';

/** Path of the file with the schema number. */
export const RELEASE = 'server/generated/schema-release.ts';

/** Return a hash of all tables and patches. */
async function sumOfSchema(): Promise<string> {
  const patches = (await patchesIn(projectDir)).map(({ name }) => name);
  return createHash('sha256')
    .update(JSON.stringify([allTables(), patches]))
    .digest('base64url');
}

/** Return the text of the file with the schema number. The number grows by one if tables or patches have changed. */
export async function makeSchemaRelease(): Promise<string> {
  const path = join(projectDir, RELEASE);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const sum = await sumOfSchema();
  const number = Number(/SCHEMA = (\d+)/.exec(before)?.[1] ?? 0);
  const isSame = before.includes(`sum ${sum}.`);
  return [
    '/** The number of the schema: it grows with each change of tables or patches, so that releases know which is newer. */',
    `export const SCHEMA = ${isSame ? number : number + 1};`,
    `// Of tables and patches with the sum ${sum}.`,
    '',
  ].join('\n');
}
