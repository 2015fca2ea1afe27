import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { prepare } from '../../../server/prepare.ts';
import { projectDir } from '../../command/project-dir.ts';
import { RARE, freezeClocks, loadForms } from '../load-forms.ts';
import { logInClient } from '../log-in.ts';
import { markdownTable } from '../report.ts';
import { spawnBenchServer } from '../server.ts';
import { listByFilters } from './filters.ts';

/** Additional filters: rare values of fields without an index, old periods, and pairs of fields. */
const MORE: readonly string[] = [
  ...Object.entries(RARE).map(([name, word]) => `${name}=${word}`),
  'acceptTime_datege=2023-02-01&acceptTime_datele=2023-02-28',
  'expectDate_datege=2023-02-01&expectDate_datele=2023-02-28',
  'urgency=critical&repairType=boiler',
  'source=phone&repairStatus=rejected',
];

/** Add forms to a small demo company. Measure the list with each of its filters beside the list without one. */
export async function benchFilters(forms: number, say: (text: string) => void): Promise<void> {
  const dataDir = join(projectDir, '.anju', 'bench-filters');
  mkdirSync(dataDir, { recursive: true });
  const database = await startPostgres({ dataDir, say });
  const { ownerUrl, superUrl } = database;
  try {
    const appUrl = await ensureWorkRole(ownerUrl, dataDir, null);
    await prepare({ ownerUrl, superUrl, appUrl, dataDir, seed: 'demo', months: 1, say });
    await loadForms(ownerUrl, forms, say);
    await freezeClocks(ownerUrl);
    const server = await spawnBenchServer({ ownerUrl, superUrl, dataDir });
    const client = await logInClient(server.address, 'admin');
    try {
      const bench = { pids: { server: server.pid, postmaster: database.pid }, say };
      const row = await listByFilters(bench, client, repairForm, { title: 'list', more: MORE });
      console.log(markdownTable([row]).join('\n'));
    } finally {
      client.close();
      await server.stop();
    }
  } finally {
    if (!database.adopted) await database.stop();
  }
}
