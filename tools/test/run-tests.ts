import { globSync } from 'node:fs';
import { startVitest, type TestModule } from 'vitest/node';
import { gatherCoverage } from './coverage.ts';
import type { TestArguments } from './test-arguments.ts';
import { projectDir } from '../command/project-dir.ts';

export interface RunResult {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Run the tests whose path contains one of the filters, or all; with `shard` only that part of them. With `coverage`
 * print the executed lines.
 */
export async function runTests({ filters, shard, ...of }: TestArguments): Promise<RunResult> {
  const coverage = of.coverage ? gatherCoverage() : undefined;
  const vitest = await startVitest('test', [...filters], {
    root: projectDir,
    run: true,
    watch: false,
    reporters: ['default'],
    ...(shard && { shard }),
    ...(coverage && { coverage: coverage.options }),
  });
  const modules = vitest.state.getTestModules();
  const verdicts = modules.map(judge);
  const unhandled = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  printCost(modules);
  coverage?.print();
  return {
    passed: verdicts.reduce((sum, { passed }) => sum + passed, 0),
    failed: verdicts.reduce((sum, { failed }) => sum + failed, unhandled),
  };
}

/** Matches generic tests, which run over every paper. */
const OF_EVERY_PAPER = /^kernel\/testing\/(generic\/|screens\/papers\.)/;

/**
 * Print the seconds of all workers, and the share of one paper in the generic tests. Both are higher on a busy machine.
 */
function printCost(modules: readonly TestModule[]): void {
  const seconds = (some: readonly TestModule[]): number =>
    some.reduce((sum, one) => sum + one.diagnostic().duration, 0) / 1000;
  const papers = globSync('business/**/*.paper.ts', { cwd: projectDir }).length;
  const ofPapers = modules.filter(({ relativeModuleId }) => OF_EVERY_PAPER.test(relativeModuleId));
  console.log(
    `\n${Math.round(seconds(modules))} worker seconds, ${(seconds(ofPapers) / papers).toFixed(1)} of them for each of ${papers} papers`,
  );
}

/** Return the result of a file. Skipped tests count as failed, and a file that cannot be loaded as one failure. */
function judge(module: TestModule): RunResult {
  const tests = [...module.children.allTests()];
  const passed = tests.filter((server) => server.result().state === 'passed').length;
  const skipped = tests.filter((server) => server.result().state === 'skipped');
  for (const server of skipped)
    console.error(`Skipped, which counts as failed: ${module.relativeModuleId} › ${server.fullName}`);
  const broken = !module.ok() && passed === tests.length ? 1 : 0;
  return { passed, failed: tests.length - passed + broken };
}
