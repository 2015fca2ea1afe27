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
      devDependencies: { scslre: '0.3.0', '@eslint-community/regexpp': '4.12.2', 'regexp-ast-analysis': '0.7.1' },
    }),
    'server/main.ts': `import pg from 'pg';\nimport { used } from '#kernel/server/list.ts';\nimport 'not-installed';\nnew pg.Client(String(used));\n`,
    'kernel/server/list.ts': 'export const used = 1;\nexport const forgotten = 2;\n',
    'kernel/server/orphan.ts': 'export const nobody = 1;\n',
  },
  reported: [/list\.ts.*forgotten/, /orphan\.ts/, /dependencies\): big/, /not-installed/],
};
