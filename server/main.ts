// The server process: it prepares the database, serves, and on SIGTERM lets running requests finish.
// tools/start.ts starts it in a process group of its own; it can as well be started alone with DATABASE_URL set.
import { type DeviceSettings, readSettings } from '#kernel/server/settings/settings.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { makeClosedFolder } from '#kernel/server/settings/closed-folder.ts';
import { codeOf, machineError, StartupError } from '#kernel/server/settings/startup-error.ts';
import { SupervisedProcess } from '#kernel/server/jobs/parts/child-process.ts';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Assembly, prepare, serve } from './assemble.ts';
import { runParts } from './run-parts.ts';
import type { FromServer, ToServer } from './messages.ts';

const settings = readSettings(process.env);
const { ANJU_OWNER_URL: embeddedOwner, ANJU_SUPER_URL: superUrl } = process.env;
const startedByLauncher = process.send !== undefined;

let assembly: Assembly | null = null;
/** What runs beside the calls, or instead of them. */
let endOthers: (() => Promise<void>) | undefined;
let stopping = false;
/** Who asks a second time does not want to wait. */
const endDrain = Promise.withResolvers<void>();

const tell = (message: FromServer): void => {
  if (startedByLauncher && process.connected) process.send?.(message);
  else if ('step' in message) console.log(message.step);
  else if ('ready' in message) console.log(message.ready);
  else console.error(message.trouble.join('\n'));
};

async function stop(): Promise<void> {
  if (stopping) {
    endDrain.resolve();
    return;
  }
  stopping = true;
  assembly?.drain();
  await Promise.race([assembly && sleep(settings.drainSeconds * 1000), endDrain.promise]);
  await Promise.all([endOthers?.(), assembly?.close()]);
  process.exit(0);
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
// The launcher is gone, however it went: finish as if it had asked.
if (startedByLauncher) process.on('disconnect', () => void stop());

/** Built beside us while the database is prepared; alone, the client built last time is served. */
const webRoot = startedByLauncher
  ? new Promise<string | null>((resolve) =>
      process.once('message', (message) => resolve((message as ToServer).webRoot)),
    )
  : Promise.resolve(process.env.ANJU_WEB_ROOT === '' ? null : (process.env.ANJU_WEB_ROOT ?? 'dist/web'));

try {
  // A folder that no other setting fills: what is kept beside the database goes there.
  makeClosedFolder(settings.dataDir);
  const ownerUrl = settings.databaseUrl ?? embeddedOwner;
  if (!ownerUrl) throw new StartupError('没有设置 DATABASE_URL。', 'DATABASE_URL is not set.');
  const appUrl = await ensureWorkRole(ownerUrl, settings.dataDir, settings.databaseAppUrl);
  const { dataDir, keys, seed, host, port } = settings;
  const done = await prepare({
    ownerUrl,
    ...(superUrl ? { superUrl } : {}),
    appUrl,
    dataDir,
    keys,
    seed,
    say: (step) => tell({ step }),
  });
  const { role } = settings;
  if (role === 'gateway' || role === 'worker') {
    endOthers = await runParts({
      appUrl,
      dataDir,
      settings,
      parts: role === 'gateway' ? ['devices'] : ['history'],
      works: role === 'worker',
      say: ([zh, en]) => tell({ step: `${zh} ${en}` }),
    });
    if (!stopping) tell({ ready: `ANJU_ROLE=${role}`, publicKey: '', ...done });
  } else {
    const works = role === 'all';
    // Where no device can connect, the upkeep of what they sent needs no process of its own.
    const parts = works && !hasDevicePorts(settings.devices) ? (['history'] as const) : [];
    assembly = await serve({
      appUrl,
      ownerUrl,
      dataDir,
      keys,
      host,
      port,
      webRoot: await webRoot,
      env: process.env,
      works,
      parts,
    });
    if (works && parts.length === 0) endOthers = startDevices(ownerUrl, appUrl);
    if (!stopping) tell({ ready: assembly.address, publicKey: assembly.publicKey, ...done });
  }
} catch (error) {
  stopping = true;
  tell({ trouble: sentences(error) });
  process.exitCode = 1;
  setTimeout(() => process.exit(), 100); // Pools that were opened before the trouble must not hold the process.
}

function hasDevicePorts({ mqttPort, mqttTlsPort, httpPort }: DeviceSettings): boolean {
  return mqttPort > 0 || mqttTlsPort > 0 || httpPort > 0;
}

/** Devices have a process of their own: its memory and its faults are not those of the calls. */
function startDevices(ownerUrl: string, appUrl: string): () => Promise<void> {
  const child = new SupervisedProcess(join(import.meta.dirname, 'devices.ts'), {
    ...process.env,
    ANJU_OWNER_URL: ownerUrl,
    DATABASE_APP_URL: appUrl,
  });
  child.start();
  return () => child.stop();
}

function sentences(error: unknown): [zh: string, en: string] {
  const trouble = plain(error);
  if (trouble) return [trouble.zh, trouble.en];
  return [
    '服务启动失败，这是程序的错误：',
    `The server did not start; this is a fault of ours:\n${error instanceof Error ? error.stack : String(error)}`,
  ];
}

/** The troubles that only show when the work is under way. */
function plain(error: unknown): StartupError | null {
  const { host, port } = settings;
  const listening = typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'listen';
  switch (listening ? codeOf(error) : undefined) {
    case 'EADDRINUSE':
      return new StartupError(
        `${host}:${port} 已被别的程序占用。请用 PORT=另一个端口 再启动。`,
        `${host}:${port} is taken by another program. Start again with PORT=another one.`,
      );
    case 'EACCES':
      return new StartupError(
        `没有权限监听 ${host}:${port}。请换一个 1024 以上的端口（PORT）。`,
        `No permission to listen on ${host}:${port}. Take a port above 1024 (PORT).`,
      );
    case 'EADDRNOTAVAIL':
      return new StartupError(`本机没有地址 ${host}（HOST）。`, `This machine has no address ${host} (HOST).`);
    default:
      return machineError(error);
  }
}
