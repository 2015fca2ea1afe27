import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { CoverageV8Options } from 'vitest/node';
import { projectDir } from '../command/project-dir.ts';

/**
 * Minimum coverage of each part of the product, in per cent of the lines that Node runs. Screens run in a browser,
 * which reports no coverage.
 */
const PARTS: readonly (readonly [part: string, goal: number])[] = [
  ['kernel', 90],
  ['business', 80],
  ['server', 80],
];
const WEAKEST = 15;

/**
 * Return the options with which the runner collects the executed lines, and a function that prints them and deletes the
 * files.
 */
export function gatherCoverage(): {
  readonly options: CoverageV8Options & { enabled: boolean; provider: 'v8' };
  print(): void;
} {
  const reportsDirectory = mkdtempSync(join(tmpdir(), 'anju-coverage-'));
  return {
    options: {
      enabled: true,
      provider: 'v8',
      reportsDirectory,
      reporter: ['json-summary'],
      include: PARTS.map(([part]) => `${part}/**/*.ts`),
      exclude: ['**/*.test.ts', '**/testing/**', '**/tests/**', 'kernel/web/**', '**/*.screen.ts', '**/*.view.ts'],
    },
    print: () => {
      printCoverage(JSON.parse(readFileSync(join(reportsDirectory, 'coverage-summary.json'), 'utf8')) as Summary);
      rmSync(reportsDirectory, { recursive: true, force: true });
    },
  };
}

type Summary = Readonly<Record<string, { readonly lines: { readonly total: number; readonly covered: number } }>>;

function printCoverage(summary: Summary): void {
  const files = Object.entries(summary)
    .filter(([name]) => name !== 'total')
    .map(([name, { lines }]) => ({ name: relative(projectDir, name).replaceAll('\\', '/'), ...lines }));
  const sum = (some: typeof files, what: 'total' | 'covered'): number => some.reduce((all, one) => all + one[what], 0);
  console.log('\nLines that ran, of those that Node runs');
  for (const [part, goal] of PARTS) {
    const own = files.filter(({ name }) => name.startsWith(`${part}/`));
    const percent = (sum(own, 'covered') * 100) / sum(own, 'total');
    console.log(`  ${part.padEnd(10)} ${percent.toFixed(1)} % of ${sum(own, 'total')} (goal ${goal} %)`);
  }
  console.log('Most lines that no test ran');
  for (const { name, total, covered } of files
    .toSorted((a, b) => b.total - b.covered - (a.total - a.covered))
    .slice(0, WEAKEST))
    console.log(`  ${String(total - covered).padStart(5)} of ${String(total).padStart(4)}  ${name}`);
}
