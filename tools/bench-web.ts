// `npm run bench:web`: what the client costs a weak office computer on a slow line, beside a bare page in the same run.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { resolveBrowser } from '#kernel/stories/setup/browser.ts';
import { prepare } from '../server/assemble.ts';
import { spawnBenchServer } from './bench/server.ts';
import { measureWeb } from './bench/web-measure.ts';
import { writeWebReport } from './bench/web-report.ts';
import { buildWeb } from './web-build/build-web.ts';
import { projectDir } from './command/project-dir.ts';
import { command, say } from './command/steps.ts';

await command(async () => {
  const dataDir = join(projectDir, '.anju', 'bench-web');
  mkdirSync(dataDir, { recursive: true });
  const webRoot = await buildWeb();
  const database = await startPostgres({ dataDir, say });
  try {
    const { ownerUrl, superUrl } = database;
    const appUrl = await ensureWorkRole(ownerUrl, dataDir, null);
    await prepare({ ownerUrl, superUrl, appUrl, dataDir, seed: 'demo', say });
    const server = await spawnBenchServer({ ownerUrl, superUrl, dataDir, webRoot });
    try {
      writeWebReport(projectDir, await measureWeb(server.address, await resolveBrowser(join(projectDir, '.anju', 'cache')), say));
    } finally {
      await server.stop();
    }
    return 0;
  } finally {
    if (!database.adopted) await database.stop();
  }
});
