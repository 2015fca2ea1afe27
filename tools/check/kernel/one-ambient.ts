import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { filesIn } from '../source-files.ts';

/** The only file of the product that may use AsyncLocalStorage. */
const HOME = 'kernel/server/database/call-scope.ts';

const AMBIENT = /\bAsyncLocalStorage\b|['"](?:node:)?async_hooks['"]/;

const isProduct = (path: string): boolean => !/\.test\.tsx?$|\/(?:tests|testing)\//.test(path);

/**
 * Refuses a second AsyncLocalStorage: the scope of a call is the only ambient state, and everything else is passed as
 * an argument.
 */
export const oneAmbient: Check = {
  name: 'one ambient scope',
  selfTest: {
    files: {
      [HOME]: "import { AsyncLocalStorage } from 'node:async_hooks';\nconst scopes = new AsyncLocalStorage();\n",
      'business/garden/rose.server.ts': "import { AsyncLocalStorage } from 'node:async_hooks';\n",
      'server/demo/tales.ts': "import * as hooks from 'async_hooks';\nconst own = new hooks.AsyncLocalStorage();\n",
      'kernel/server/row.ts': '// AsyncLocalStorage in a comment\nexport const row = 1;\n',
      'kernel/testing/scope.ts': "import { AsyncLocalStorage } from 'node:async_hooks';\n",
    },
    reported: [/business\/garden\/rose\.server\.ts:1 /, /server\/demo\/tales\.ts:[12] /],
  },
  look(tree) {
    const files = filesIn(tree, ['kernel', 'business', 'server', 'web'], /\.tsx?$/).filter(isProduct);
    const problems = files
      .filter((path) => path !== HOME)
      .flatMap((path) =>
        readFileSync(join(tree, path), 'utf8')
          .split('\n')
          .flatMap((line, index) =>
            AMBIENT.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line)
              ? [
                  `${path}:${index + 1} has an ambient scope of its own: pass an argument, or count in CallScope (${HOME}).`,
                ]
              : [],
          ),
      );
    return Promise.resolve({ files: files.length, problems });
  },
};
