// `npm run bench`: what the server costs, beside the bare limit, in one run on this machine. Absolute times mean nothing elsewhere.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { prepare } from '../server/assemble.ts';
import { rssMb } from './bench/cpu.ts';
import { FORMS, loadForms } from './bench/load-forms.ts';
import { loadWages } from './bench/load-wages.ts';
import { measureAll } from './bench/operations.ts';
import { writeReport } from './bench/report.ts';
import { spawnBenchServer } from './bench/server.ts';
import { projectDir } from './command/project-dir.ts';
import { command, say } from './command/steps.ts';

await command(async () => {
  const dataDir = join(projectDir, '.anju', 'bench');
  mkdirSync(dataDir, { recursive: true });
  const database = await startPostgres({ dataDir, say });
  try {
    const { ownerUrl, superUrl } = database;
    const appUrl = await ensureWorkRole(ownerUrl, dataDir, null);
    await prepare({ ownerUrl, superUrl, appUrl, dataDir, seed: 'demo', say });
    await loadForms(ownerUrl, say);
    await loadWages(ownerUrl, say);
    const server = await spawnBenchServer({ ownerUrl, superUrl, dataDir });
    try {
      const rows = await measureAll({ base: server.address, appUrl, dataDir, pids: { server: server.pid, postmaster: database.pid }, say });
      writeReport(projectDir, 'Server', `${FORMS.toLocaleString('en')} repair forms beside the demo company, 16 connections, as customer service (data scope, masks).`, rows, [`Server memory after the load: ${rssMb(server.pid).toFixed(0)} MB (goal 220).`]);
    } finally {
      await server.stop();
    }
    return 0;
  } finally {
    if (!database.adopted) await database.stop();
  }
});
