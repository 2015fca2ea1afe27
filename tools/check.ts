// `npm run check`: the rules of the product. `npm run check -- --fix` rewrites generated files.
import { writeKindRegistries } from './check/kernel/kind-registries.ts';
import { projectDir } from './command/project-dir.ts';
import { command } from './command/steps.ts';

await command(async () => {
  // Rewrite the registries of field kinds before the checks load them. A registry that imports a deleted folder would
  // stop all checks.
  if (process.argv.includes('--fix')) writeKindRegistries(projectDir);
  const { runChecks } = await import('./check/run-checks.ts');
  return runChecks();
});
