import type { Check } from '../check.ts';
import { typesSelfTest } from '../self-tests/types.ts';
import { runTool } from '../run-tool.ts';

/** Return the check that runs the compiler with the configuration of server, web or tests. */
export const typeCheck = (world: 'server' | 'web' | 'tests'): Check => ({
  name: `types of ${world}`,
  selfTest: typesSelfTest[world],
  async look(tree) {
    const printed = await runTool(
      'typescript/bin/tsc',
      ['-p', `tsconfig.${world}.json`, '--listFiles', '--pretty', 'false'],
      tree,
    );
    const lines = printed.split('\n');
    return {
      files: lines.filter((line) => /^(\/|[A-Z]:)/.test(line) && !line.includes('node_modules')).length,
      problems: lines.filter((line) => /error TS\d+/.test(line)),
    };
  },
});
