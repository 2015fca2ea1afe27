// `npm run bench:web`: the cost of the client on a slow computer and line, beside a page without scripts in the same
// run. `-- --only gestures,tabs` measures some parts (starts, gestures, scrolling, tabs, looks) and does not write
// docs/measured.md.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { resolveBrowser } from '#kernel/testing/setup/browser.ts';
import { prepare } from '../server/prepare.ts';
import { spawnBenchServer } from './bench/server.ts';
import { measureWeb } from './bench/web/measure.ts';
import { webTable, writeWebReport } from './bench/web/report.ts';
import { buildWeb } from './web-build/build-web.ts';
import { projectDir } from './command/project-dir.ts';
import { command, printLine } from './command/steps.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');

await command(async () => {
  const dataDir = join(projectDir, '.anju', 'bench-web');
  mkdirSync(dataDir, { recursive: true });
  const webRoot = await buildWeb();
  const database = await startPostgres({ dataDir, say: printLine });
  try {
    const { ownerUrl, superUrl } = database;
    const appUrl = await ensureWorkRole(ownerUrl, dataDir, null);
    await prepare({ ownerUrl, superUrl, appUrl, dataDir, seed: 'demo', isWhole: true, say: printLine });
    const server = await spawnBenchServer({ ownerUrl, superUrl, dataDir, webRoot });
    try {
      const figures = await measureWeb(
        server.address,
        await resolveBrowser(join(projectDir, '.anju', 'cache')),
        printLine,
        only,
      );
      if (only) console.log(webTable(figures).join('\n'));
      else writeWebReport(projectDir, figures);
    } finally {
      await server.stop();
    }
    return 0;
  } finally {
    if (!database.adopted) await database.stop();
  }
});
