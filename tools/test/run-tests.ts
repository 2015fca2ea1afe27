import { startVitest, type TestModule } from 'vitest/node';
import { projectDir } from '../command/project-dir.ts';

export interface RunResult {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the tests whose path contains one of the filters; without filters, all. */
export async function runTests(filters: readonly string[]): Promise<RunResult> {
  const vitest = await startVitest('test', [...filters], {
    root: projectDir,
    run: true,
    watch: false,
    reporters: ['default'],
  });
  const modules = vitest.state.getTestModules();
  const verdicts = modules.map(judge);
  const unhandled = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  return {
    passed: verdicts.reduce((sum, { passed }) => sum + passed, 0),
    failed: verdicts.reduce((sum, { failed }) => sum + failed, unhandled),
  };
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
