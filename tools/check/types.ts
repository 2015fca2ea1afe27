import type { Check } from './check.ts';
import { plantedTypes } from './self-tests/types.ts';
import { runTool } from './run-tool.ts';

/** The compiler over one of the three worlds: server, web, stories. */
export const types = (world: 'server' | 'web' | 'tests'): Check => ({
  name: `types of ${world}`,
  planted: plantedTypes[world],
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
