// `npm run check`: the law of the product. `npm run check -- --fix` rewrites what is generated.
import { writeKindRegistries } from './check/kernel/kind-registries.ts';
import { projectDir } from './command/project-dir.ts';
import { command } from './command/steps.ts';

await command(async () => {
  // The checks import the registries: one that names a folder that is gone would let none of them begin.
  if (process.argv.includes('--fix')) writeKindRegistries(projectDir);
  const { runChecks } = await import('./check/run-checks.ts');
  return runChecks();
});
