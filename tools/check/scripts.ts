import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { filesIn } from './source-files.ts';

/** Matches a command that runs a tool by name or a file by the `node` of the PATH. */
const BARE =
  /(?:^|[\s;&|(])(?:npx\s+)?(?:vitest|tsc|vite|oxlint|knip)(?:\s|$)|(?:^|[\s;&|(])node\s+(?!tools\/run\.mjs\b)\S+\.(?:ts|mjs|js)/;

/** Checks that every command starts by the launcher (tools/run.mjs), so that it runs under the pinned Node. */
export const scripts: Check = {
  name: 'scripts',
  selfTest: {
    files: {
      'package.json': JSON.stringify({
        scripts: {
          start: 'node tools/run.mjs start',
          test: 'vitest run',
          types: 'npx tsc -p .',
          serve: 'node server/main.ts',
        },
      }),
      '.ci/run': '#!/bin/bash\nnpm ci && node tools/check.ts\n',
      'README.md': '```sh\nnpm start\n```\n\nWe use vitest and tsc.\n',
    },
    reported: [
      /package\.json.*vitest run/,
      /package\.json.*npx tsc/,
      /package\.json.*node server\/main\.ts/,
      /\.ci\/run.*node tools\/check\.ts/,
    ],
  },
  look(tree) {
    const { scripts: named } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const documents = [
      ...filesIn(tree, ['docs', 'business'], /\.md$/),
      'README.md',
      'CONTRIBUTING.md',
      '.ci/run',
    ].filter((path) => existsSync(join(tree, path)));
    const lines = [
      ...Object.entries(named).map(([name, line]) => ({ where: `package.json, script ${name}`, line })),
      ...documents.flatMap((path) =>
        commandLines(path, readFileSync(join(tree, path), 'utf8')).map((line) => ({ where: path, line })),
      ),
    ];
    const problems = lines
      .filter(({ line }) => BARE.test(line))
      .map(({ where, line }) => `${where}: goes past the launcher: ${line.trim()}`);
    return Promise.resolve({ files: documents.length + 1, problems });
  },
};

/** Return the lines of a file that are commands; in a document those of its shell blocks. */
function commandLines(path: string, text: string): string[] {
  if (!path.endsWith('.md')) return text.split('\n').filter((line) => !line.startsWith('#'));
  return [...text.matchAll(/```(?:sh|bash)\n([\s\S]*?)```/g)].flatMap((block) => (block[1] ?? '').split('\n'));
}
