import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, SOURCE_FOLDERS } from './source-files.ts';

/** Parts of the source whose lines are counted, without blanks, comments and tests. */
const PARTS: readonly { readonly part: string; readonly in: RegExp }[] = [
  { part: 'kernel/language', in: /^kernel\/language\// },
  { part: 'kernel/fields', in: /^kernel\/fields\// },
  { part: 'kernel/server', in: /^kernel\/server\// },
  { part: 'kernel/web', in: /^kernel\/web\// },
  { part: 'business', in: /^business\// },
  { part: 'whole product', in: /^(business|kernel|server|web)\// },
];

/** Maximum number of lines of a formatted file: for half of all files, for nine in ten, and for every file. */
const BUDGET = { median: 80, p90: 250, longest: 500 } as const;

/** Print the lines of each part, and the budgets. Only the longest file is enforced. */
export function printBudgets(tree: string): void {
  const files = filesIn(tree, SOURCE_FOLDERS, /\.(ts|tsx|mjs)$/).filter((path) => !/\.test\.tsx?$/.test(path));
  const sizes = new Map(files.map((path) => [path, linesOf(readFileSync(join(tree, path), 'utf8'))]));
  console.log('\nLines of source');
  for (const { part, in: where } of PARTS) {
    const lines = [...sizes].filter(([path]) => where.test(path)).reduce((sum, [, size]) => sum + size, 0);
    console.log(`  ${part.padEnd(34)} ${String(lines).padStart(7)}`);
  }
  const all = [...sizes.values()];
  const is = { median: quantile(all, 0.5), p90: quantile(all, 0.9), longest: Math.max(0, ...all) };
  for (const [what, most] of Object.entries(BUDGET)) {
    const lines = is[what as keyof typeof is];
    console.log(
      `  ${`a file (${what})`.padEnd(34)} ${String(lines).padStart(7)} of ${most}${lines > most ? '  ← above' : ''}`,
    );
  }
}

const linesOf = (text: string): number => text.split('\n').filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length;

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
