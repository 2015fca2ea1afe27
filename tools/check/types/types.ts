import type { Check } from '../check.ts';
import { typesSelfTest } from '../self-tests/types.ts';
import { runTool } from '../run-tool.ts';

/** The compiler over one of the three worlds: server, web, tests. */
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
