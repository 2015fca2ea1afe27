import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, SOURCE_FOLDERS } from './source-files.ts';

/** Lines of source without blanks, comments and tests: what the product planned for each part. */
const BUDGETS: readonly { readonly part: string; readonly most: number; readonly in: RegExp }[] = [
  { part: 'kernel/language', most: 600, in: /^kernel\/language\// },
  { part: 'kernel/fields (28 kinds × 150)', most: 28 * 150, in: /^kernel\/fields\// },
  { part: 'kernel/server', most: 3500, in: /^kernel\/server\// },
  { part: 'kernel/web', most: 5000, in: /^kernel\/web\// },
  { part: 'web/shell', most: 2500, in: /^web\/shell\// },
  { part: 'whole product', most: 45_000, in: /^(business|kernel|server|web)\// },
];

/** Printed, not enforced: a part that outgrows its plan should be looked at, not squeezed. */
export function printBudgets(tree: string): void {
  const files = filesIn(tree, SOURCE_FOLDERS, /\.(ts|tsx|mjs)$/).filter((path) => !/\.test\.tsx?$/.test(path));
  const sizes = new Map(files.map((path) => [path, linesOf(readFileSync(join(tree, path), 'utf8'))]));
  console.log('\nBudgets (lines of source)');
  for (const { part, most, in: where } of BUDGETS) {
    const is = [...sizes].filter(([path]) => where.test(path)).reduce((sum, [, size]) => sum + size, 0);
    console.log(`  ${part.padEnd(34)} ${String(is).padStart(6)} of ${most}${is > most ? '  ← above' : ''}`);
  }
  const papers = [...sizes].filter(([path]) => path.endsWith('.paper.ts')).map(([, size]) => size);
  console.log(
    `  ${'a definition (median, longest)'.padEnd(34)} ${String(median(papers)).padStart(6)}, ${Math.max(0, ...papers)} of 15–60`,
  );
  console.log(
    `  ${'a file (median, longest)'.padEnd(34)} ${String(median([...sizes.values()])).padStart(6)}, ${Math.max(0, ...sizes.values())} of 80, 500`,
  );
}

const linesOf = (text: string): number => text.split('\n').filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
