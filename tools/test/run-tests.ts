import { globSync } from 'node:fs';
import { startVitest, type TestModule } from 'vitest/node';
import { gatherCoverage } from './coverage.ts';
import { projectDir } from '../command/project-dir.ts';

export interface RunResult {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the tests whose path contains one of the filters; without filters, all. Tells which lines they ran, where that is asked. */
export async function runTests(filters: readonly string[], withCoverage: boolean): Promise<RunResult> {
  const coverage = withCoverage ? gatherCoverage() : undefined;
  const vitest = await startVitest('test', [...filters], {
    root: projectDir,
    run: true,
    watch: false,
    reporters: ['default'],
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

/** Tests that ask every paper the same. */
const OF_EVERY_PAPER = /^kernel\/testing\/(generic\/|screens\/papers\.)/;

/** What the run cost in seconds of its workers, and how much of it each paper adds; on a busy machine they wait more. */
function printCost(modules: readonly TestModule[]): void {
  const seconds = (some: readonly TestModule[]): number =>
    some.reduce((sum, one) => sum + one.diagnostic().duration, 0) / 1000;
  const papers = globSync('business/**/*.paper.ts', { cwd: projectDir }).length;
  const ofPapers = modules.filter(({ relativeModuleId }) => OF_EVERY_PAPER.test(relativeModuleId));
  console.log(
    `\n${Math.round(seconds(modules))} worker seconds, ${(seconds(ofPapers) / papers).toFixed(1)} of them for each of ${papers} papers`,
  );
}

/** A test that was skipped, or a file that could not even be read, has not passed. */
function judge(module: TestModule): RunResult {
  const tests = [...module.children.allTests()];
  const passed = tests.filter((server) => server.result().state === 'passed').length;
  const skipped = tests.filter((server) => server.result().state === 'skipped');
  for (const server of skipped)
    console.error(`Skipped, which counts as failed: ${module.relativeModuleId} › ${server.fullName}`);
  const broken = !module.ok() && passed === tests.length ? 1 : 0;
  return { passed, failed: tests.length - passed + broken };
}
