// `npm test -- [part of a name …] [--coverage]`: every test, in a database and a browser of its own.
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

const COVERAGE = '--coverage';
const { databaseUrl, dataDir } = readSettings(process.env, projectDir);
const folder = ownFolder();
const kept = databaseFolder(folder);
let database: EmbeddedPostgres | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(130));
if (process.connected) process.on('disconnect', () => void leave(130));

try {
  report(await test(process.argv.slice(2)));
} catch (error) {
  console.error(error);
  report({ passed: 0, failed: 1 });
}

async function test(asked: string[]): Promise<RunResult> {
  const filters = asked.filter((one) => one !== COVERAGE);
  // None of them needs another, and each leaves a core idle now and then. The client first: what it builds with is a process of its own.
  const [web, browser] = await Promise.all([
    builtWeb(),
    step('浏览器 Browser', () => resolveBrowser(join(dataDir, 'browser'))),
    databases(),
  ]);
  printLine(browser.executablePath);
  process.env.ANJU_TEST_WEB_ROOT = web.root;
  process.env.ANJU_TEST_BROWSER = JSON.stringify(browser);
  const { passed, failed } = await runTests(filters, asked.includes(COVERAGE));
  return { passed, failed: failed + web.failed };
}

/** The server of the tests, and in it the database from which each file gets its own. */
async function databases(): Promise<void> {
  if (!databaseUrl)
    database = await step('数据库 Database', () => startPostgres({ dataDir: kept, say: printLine, durable: false }));
  process.env.ANJU_TEST_OWNER_URL = databaseUrl ?? database?.ownerUrl ?? '';
  process.env.ANJU_TEST_SUPER_URL = database?.superUrl ?? '';
  process.env.ANJU_TEST_DATA = folder;
  await step('故事的母库 Template', prepareTemplate);
}

/** A client that does not build counts as one failure; the tests that need none still tell what they know. */
async function builtWeb(): Promise<{ root: string; failed: number }> {
  try {
    return { root: (await buildWeb()) ?? '', failed: 0 };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    return { root: '', failed: 1 };
  }
}

/** Two runs at once in one checkout get a database each. */
function ownFolder(): string {
  for (let number = 1; ; number++) {
    const candidate = join(dataDir, number === 1 ? 'test' : `test-${number}`);
    if (takeFolder(candidate) === null) return candidate;
  }
}

/** The last line is read by machines. */
function report({ passed, failed }: RunResult): void {
  void leave(failed > 0 || passed === 0 ? 1 : 0, `${passed} passed, ${failed} failed`);
}

async function leave(code: number, lastLine = ''): Promise<never> {
  await database?.stop();
  leaveDatabase(kept, folder);
  leaveFolder(folder);
  if (lastLine) console.log(lastLine);
  process.exit(code);
}
