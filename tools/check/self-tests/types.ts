import type { SelfTestTree } from '../check.ts';

const lawful = { 'kernel/language/label.ts': 'export type Label = readonly [zh: string, en: string];\n' };

/** For each configuration a plain type error. Server and web also have an error in using a library of the other. */
export const typesSelfTest: Record<'server' | 'web' | 'tests', SelfTestTree> = {
  server: {
    files: {
      ...lawful,
      'server/main.ts': `const port: number = '8000';\nexport const place = document.title;\nexport { port };\n`,
      'kernel/server/a.ts': `export { join } from 'node:path';\n`,
    },
    reported: [/server\/main\.ts.*TS2322/, /server\/main\.ts.*TS2584/],
  },
  web: {
    files: {
      ...lawful,
      'web/main.tsx': `import { readFileSync } from 'node:fs';\nexport const title: number = document.title;\nexport { readFileSync };\n`,
    },
    reported: [/web\/main\.tsx.*TS2591|web\/main\.tsx.*TS2307/, /web\/main\.tsx.*TS2322/],
  },
  tests: {
    files: {
      ...lawful,
      'kernel/language/label.test.ts': `import type { Label } from './label.ts';\nexport const one: Label = ['中文'];\n`,
    },
    reported: [/label\.test\.ts.*TS2322/],
  },
};
