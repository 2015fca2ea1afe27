import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

/**
 * Checks that the kernel contains no name of a paper as a separate word. Papers of the room `system` (people, roles,
 * places, files) are excepted: every kernel needs them, and they share names with field kinds.
 */
export const kernelNames: Check = {
  name: 'kernel knows no paper',
  selfTest: {
    files: {
      'business/garden/rose-bed/rose-bed.paper.ts': '',
      'business/garden/rose.paper.ts': '',
      'business/garden/person.paper.ts': '',
      'business/system/role.paper.ts': '',
      'kernel/fields/person/person.ts': '',
      'kernel/server/list.ts': `// roseBed is fine in a comment\nif (paper.name === 'roseBed') skip();\n`,
      'kernel/web/table.tsx': `const row = { kind: "rose" };\nconst who = 'person';\nconst mine = 'role';\n`,
      'kernel/server/list.test.ts': `tell('roseBed');\n`,
    },
    reported: [/kernel\/server\/list\.ts:2 .*roseBed/, /kernel\/web\/table\.tsx:1 .*rose/],
  },
  look(tree) {
    const names = filesIn(tree, ['business'], /\.paper\.ts$/)
      .filter((path) => !path.startsWith('business/system/'))
      .map((path) => camel(basename(path, '.paper.ts')))
      .filter((name) => !existsSync(join(tree, 'kernel/fields', name)));
    const sources = filesIn(tree, ['kernel'], /\.tsx?$/).filter(
      (path) => !/\.test\.tsx?$|^kernel\/testing\//.test(path),
    );
    const word = new RegExp(`['"\`](${names.join('|')})['"\`]`);
    const problems = sources.flatMap((path) =>
      readFileSync(join(tree, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const found = names.length > 0 && !/^\s*(\/\/|\*|\/\*)/.test(line) ? word.exec(line) : null;
          return found ? [`${path}:${index + 1} names the paper ${found[1]}: what one paper needs stays with it.`] : [];
        }),
    );
    return Promise.resolve({ files: sources.length, problems });
  },
};

const camel = (kebab: string): string => kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
