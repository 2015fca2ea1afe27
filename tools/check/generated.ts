import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../command/project-dir.ts';
import type { Check } from './check.ts';
import { makeIconDrawings } from './definitions/icon-drawings.ts';
import { makeSchemaLock } from './schema/schema-lock.ts';
import { RELEASE, makeSchemaRelease } from './schema/schema-release.ts';
import { ICONS } from '../web-build/icons.ts';
import { makeWords } from './documents/words.ts';

/** A document derived from the definitions; `npm run check -- --fix` writes it. */
export interface Generated {
  readonly path: string;
  make(): Promise<string>;
}

/** All generated documents. A new one is one line here. */
export const GENERATED: readonly Generated[] = [
  { path: 'docs/words.md', make: makeWords },
  { path: 'schema.lock.json', make: makeSchemaLock },
  { path: RELEASE, make: makeSchemaRelease },
  { path: ICONS, make: makeIconDrawings },
];

/** Every generated document is current. */
export const generatedIsCurrent = (documents: readonly Generated[]): Check => ({
  name: 'generated documents are current',
  selfTest: {
    files: {},
    reported: documents.map(({ path }) => new RegExp(`${path.replaceAll('.', '\\.')} is not current`)),
  },
  async look(tree) {
    const stale = await Promise.all(
      documents.map(async ({ path, make }) =>
        (await make()) === readIfThere(join(tree, path))
          ? []
          : [`${path} is not current: npm run check -- --fix writes it again.`],
      ),
    );
    return { files: documents.length, problems: stale.flat() };
  },
});

/** Write changed documents, and print their names. */
export async function writeGenerated(documents: readonly Generated[]): Promise<void> {
  for (const { path, make } of documents) {
    const text = await make();
    if (text === readIfThere(join(projectDir, path))) continue;
    writeFileSync(join(projectDir, path), text);
    console.log(`• wrote ${path}`);
  }
}

const readIfThere = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
