// `npm test -- [part of a name …] [--coverage] [--shard 2/3]`: every test, in a database and a browser of its own.
import { join } from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { readSettings } from '#kernel/server/settings/settings.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { resolveBrowser } from '#kernel/testing/setup/browser.ts';
import { prepareTemplate } from '#kernel/testing/template.ts';
import { buildWeb } from './web-build/build-web.ts';
import { projectDir } from './command/project-dir.ts';
import { leaveFolder, takeFolder } from './launcher/start/start-lock.ts';
import { printLine, step } from './command/steps.ts';
import { databaseFolder, leaveDatabase } from './test/in-memory.ts';
import { runTests, type RunResult } from './test/run-tests.ts';
import { readTestArguments } from './test/test-arguments.ts';

const { databaseUrl, dataDir } = readSettings(process.env, projectDir);
const folder = ownFolder();
const databaseDir = databaseFolder(folder);
let database: EmbeddedPostgres | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(130));
if (process.connected) process.on('disconnect', () => void leave(130));

try {
  report(await test(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  report({ passed: 0, failed: 1 });
}

async function test(args: string[]): Promise<RunResult> {
  const request = readTestArguments(args);
  // The three steps are independent, and each leaves a core idle at times. The client comes first, as it builds in a
  // separate process.
  const [web, browser] = await Promise.all([
    builtWeb(),
    step('浏览器 Browser', () => resolveBrowser(join(dataDir, 'browser'))),
    databases(),
  ]);
  printLine(browser.executablePath);
  process.env.ANJU_TEST_WEB_ROOT = web.root;
  process.env.ANJU_TEST_BROWSER = JSON.stringify(browser);
  const { passed, failed } = await runTests(request);
  return { passed, failed: failed + web.failed };
}

/** Start PostgreSQL for the tests, and create the template database that each test file copies. */
async function databases(): Promise<void> {
  if (!databaseUrl)
    database = await step('数据库 Database', () =>
      startPostgres({ dataDir: databaseDir, say: printLine, durable: false }),
    );
  process.env.ANJU_TEST_OWNER_URL = databaseUrl ?? database?.ownerUrl ?? '';
  process.env.ANJU_TEST_SUPER_URL = database?.superUrl ?? '';
  process.env.ANJU_TEST_DATA = folder;
  await step('故事的母库 Template', prepareTemplate);
}

/** Build the client. A failed build counts as one failure; tests without the client still run. */
async function builtWeb(): Promise<{ root: string; failed: number }> {
  try {
    return { root: (await buildWeb()) ?? '', failed: 0 };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    return { root: '', failed: 1 };
  }
}

/** Return a free folder for this run, so that two runs in one checkout have separate databases. */
function ownFolder(): string {
  for (let number = 1; ; number++) {
    const candidate = join(dataDir, number === 1 ? 'test' : `test-${number}`);
    if (takeFolder(candidate) === null) return candidate;
  }
}

/** Print the result as the last line, which programs read, and exit. */
function report({ passed, failed }: RunResult): void {
  void leave(failed > 0 || passed === 0 ? 1 : 0, `${passed} passed, ${failed} failed`);
}

async function leave(code: number, lastLine = ''): Promise<never> {
  await database?.stop();
  leaveDatabase(databaseDir, folder);
  leaveFolder(folder);
  if (lastLine) console.log(lastLine);
  process.exit(code);
}
