import type { Check } from './check.ts';
import { runTool } from './run-tool.ts';
import { filesIn, SOURCE_FOLDERS } from './source-files.ts';

const SOURCES = /\.(ts|tsx|mjs|mts|css)$/;
/** Options that cache files without faults until their content changes. */
const CACHED = ['--cache', '--cache-strategy', 'content', '--cache-location', '.anju/check/prettier'];

const prettier = (tree: string, mode: '--list-different' | '--write'): Promise<string> =>
  runTool(
    'prettier/bin/prettier.cjs',
    [
      mode,
      ...CACHED,
      '--no-error-on-unmatched-pattern',
      ...SOURCE_FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,mjs,mts,css}`),
      '*.{ts,mjs}',
    ],
    tree,
    { mayBeSilent: true },
  );

/** Checks that prettier would change no file (decision 090); `npm run check -- --fix` formats them. */
export const format: Check = {
  name: 'format',
  selfTest: {
    files: {
      'kernel/server/good.ts': `export const good = 'one';\n`,
      'kernel/server/bad.ts': `export const bad = "one"\n`,
      'web/bad.css': `a{color:red}\n`,
      'docs/table.md': '* not looked at\n',
    },
    reported: [/kernel\/server\/bad\.ts/, /web\/bad\.css/],
  },
  async look(tree) {
    const printed = await prettier(tree, '--list-different');
    const wrong = printed.split('\n').filter(Boolean);
    return {
      files: filesIn(tree, SOURCE_FOLDERS, SOURCES).length,
      problems: wrong.map((file) => `${file} is not formatted: npm run check -- --fix.`),
    };
  },
};

/** Format all files of the product with prettier. */
export async function writeFormat(tree: string): Promise<void> {
  await prettier(tree, '--write');
}
