import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

/** Matches a path of the product between backticks; paths with a placeholder do not match. */
const PATH = /`((?:kernel|business|server|tools|web)\/[\w./-]+)`/g;
/** Matches `name` in `path`: the file must contain the name. */
const NAME = /`(\w+)` in `([\w./-]+\.(?:tsx?|mjs))`/g;

/** Checks that each file that a document names exists, and contains the name beside it. */
export const names: Check = {
  name: 'names in documents',
  selfTest: {
    files: {
      'ARCHITECTURE.md':
        '`grow` in `kernel/server/rose.ts`, `wither` in `kernel/server/rose.ts`, `kernel/server/tulip.ts`, `business/<room>/x.ts`\n',
      'docs/decisions/001-roses.md': '`web/garden/` and `business/shed/`\n',
      'business/garden/README.md': '`web/rake.ts`\n',
      'kernel/server/rose.ts': 'export const grow = 1;\n',
      'web/garden/rose.tsx': 'export const rose = 1;\n',
    },
    reported: [
      /ARCHITECTURE\.md: wither is not in kernel\/server\/rose\.ts/,
      /ARCHITECTURE\.md: kernel\/server\/tulip\.ts is not there/,
      /001-roses\.md: business\/shed\/ is not there/,
      /garden\/README\.md: web\/rake\.ts is not there/,
    ],
  },
  look(tree) {
    const documents = [
      ...filesIn(tree, ['docs', 'business'], /\.md$/),
      ...['README.md', 'ARCHITECTURE.md'].filter((path) => existsSync(join(tree, path))),
    ];
    const problems = documents.flatMap((path) => {
      const text = readFileSync(join(tree, path), 'utf8');
      const gone = [...text.matchAll(PATH)].filter(([, file]) => !existsSync(join(tree, file)));
      const unknown = [...text.matchAll(NAME)].filter(
        ([, name, file]) =>
          existsSync(join(tree, file)) && !new RegExp(`\\b${name}\\b`).test(readFileSync(join(tree, file), 'utf8')),
      );
      return [
        ...gone.map(([, file]) => `${path}: ${file} is not there.`),
        ...unknown.map(([, name, file]) => `${path}: ${name} is not in ${file}.`),
      ];
    });
    return Promise.resolve({ files: documents.length, problems });
  },
};
