import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../../command/project-dir.ts';
import type { SelfTestTree } from '../check.ts';

export const deadCodeSelfTest: SelfTestTree = {
  files: {
    'knip.json': readFileSync(join(projectDir, 'knip.json'), 'utf8'),
    'package.json': JSON.stringify({
      name: 'planted',
      type: 'module',
      imports: { '#kernel/*': './kernel/*' },
      dependencies: { pg: '8.23.1', big: '1.0.0' },
      workspaces: ['tools/launcher/packages/test'],
    }),
    'tools/launcher/packages/test/package.json': JSON.stringify({
      name: 'packages-of-tests',
      devDependencies: {
        scslre: '0.3.0',
        '@eslint-community/regexpp': '4.12.2',
        'regexp-ast-analysis': '0.7.1',
        '@types/pg': '8.20.0',
        '@types/forgotten': '1.0.0',
        orval: '8.38.0',
        vitest: '5.1.0',
      },
    }),
    'server/main.test.ts': `import { test } from 'vitest';\ntest('x', () => {});\n`,
    'server/main.ts': `import { expect } from 'vitest';\nimport pg from 'pg';\nimport { used } from '#kernel/server/list.ts';\nimport 'not-installed';\nexpect(new pg.Client(String(used)));\n`,
    'kernel/server/list.ts': 'export const used = 1;\nexport const forgotten = 2;\n',
    'kernel/server/orphan.ts': 'export const nobody = 1;\n',
  },
  reported: [
    /list\.ts.*forgotten/,
    /orphan\.ts/,
    /dependencies\): big/,
    /not-installed/,
    /server\/main\.ts.*unlisted\): vitest/,
    /packages\/test.*: orval/,
    /packages\/test.*: @types\/forgotten/,
  ],
};
