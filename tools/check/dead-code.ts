import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { deadCodeSelfTest } from './self-tests/dead-code.ts';
import { runTool } from './run-tool.ts';
import { filesIn, SOURCE_FOLDERS } from './source-files.ts';

type Named = { readonly name: string };
type Issue = { readonly file: string } & Readonly<Record<string, string | readonly Named[]>>;

/** Files, exports and packages that nobody uses (knip). */
export const deadCode: Check = {
  name: 'dead code',
  selfTest: deadCodeSelfTest,
  async look(tree) {
    if (!existsSync(join(tree, 'knip.json'))) throw new Error('knip.json is missing.');
    const { issues } = JSON.parse(
      await runTool('knip/bin/knip.js', ['--reporter', 'json', '--no-progress', '--no-exit-code'], tree),
    ) as { issues: Issue[] };
    return { files: filesIn(tree, SOURCE_FOLDERS, /\.(ts|tsx|mjs)$/).length, problems: issues.flatMap(told) };
  },
};

function told({ file, ...kinds }: Issue): string[] {
  return Object.entries(kinds).flatMap(([kind, found]) =>
    Array.isArray(found) ? found.map(({ name }: Named) => `${file}: unused or unknown (${kind}): ${name}`) : [],
  );
}
