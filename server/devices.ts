// The process of the devices: network listeners, message processing and the upkeep of stored messages. main.ts starts
// it beside the server of calls, and it ends with that process. With ANJU_ROLE=gateway it runs alone.
import { RUNNING } from '#kernel/server/jobs/parts/child-process.ts';
import { readSettings } from '#kernel/server/settings/settings.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { runParts } from './run-parts.ts';

const settings = readSettings(process.env);
const ownerUrl = settings.databaseUrl ?? process.env.ANJU_OWNER_URL;
if (!ownerUrl) throw new Error('DATABASE_URL is not set');

let end: (() => Promise<void>) | undefined;
let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await end?.();
  process.exit(0);
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
if (process.send) process.on('disconnect', () => void stop());

end = await runParts({
  appUrl: await ensureWorkRole(ownerUrl, settings.dataDir, settings.databaseAppUrl),
  dataDir: settings.dataDir,
  settings,
  parts: settings.role === 'gateway' ? ['devices'] : ['devices', 'history'],
  works: false,
  say: ([zh, en]) => console.log(`${zh} ${en}`),
});
process.send?.(RUNNING);
if (isStopping) await end();
