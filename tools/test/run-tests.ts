import { startVitest, type TestModule } from 'vitest/node';
import { projectDir } from '../command/project-dir.ts';

export interface Verdict {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the tests whose path contains one of the filters; without filters, all. */
export async function runStories(filters: readonly string[]): Promise<Verdict> {
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

/** A story that was skipped, or a file that could not even be read, has not passed. */
function judge(module: TestModule): Verdict {
  const tests = [...module.children.allTests()];
  const passed = tests.filter((story) => story.result().state === 'passed').length;
  const skipped = tests.filter((story) => story.result().state === 'skipped');
  for (const story of skipped)
    console.error(`Skipped, which counts as failed: ${module.relativeModuleId} › ${story.fullName}`);
  const broken = !module.ok() && passed === tests.length ? 1 : 0;
  return { passed, failed: tests.length - passed + broken };
}
