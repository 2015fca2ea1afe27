// The server process: it prepares the database, serves, and on SIGTERM lets running requests finish.
// tools/start.ts starts it in a process group of its own; it can as well be started alone with DATABASE_URL set.
import { type DeviceSettings, readSettings } from '#kernel/server/settings/settings.ts';
import { ensureWorkRole } from '#kernel/server/postgres/work-role.ts';
import { makeClosedFolder } from '#kernel/server/settings/closed-folder.ts';
import { codeOf, machineError, StartupError } from '#kernel/server/settings/startup-error.ts';
import { SupervisedProcess } from '#kernel/server/jobs/parts/child-process.ts';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#kernel/server/app.ts';
import { type Assembly, serve } from './assemble.ts';
import { arriveRest, prepare } from './prepare.ts';
import { runParts } from './run-parts.ts';
import type { FromServer, ToServer } from './messages.ts';

const settings = readSettings(process.env);
const { ANJU_OWNER_URL: embeddedOwner, ANJU_SUPER_URL: superUrl } = process.env;
const startedByLauncher = process.send !== undefined;

let assembly: Assembly | null = null;
/** Stops the process of the devices, or the parts of a gateway or worker. */
let endOthers: (() => Promise<void>) | undefined;
/** Settled when the rest of the demo company has been loaded, beside the running server. */
let arrived: Promise<void> | undefined;
let stopping = false;
/** Delay in ms before the first retry of loading the demo company. */
const ARRIVAL_AGAIN_MS = 5000;
/** Resolved by a second signal: the server then closes without waiting `drainSeconds`. */
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
  await Promise.all([endOthers?.(), arrived]);
  await assembly?.close();
  process.exit(0);
}

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
// If the launcher is gone, stop as on a signal.
if (startedByLauncher) process.on('disconnect', () => void stop());

/**
 * Folder of the built client; null: serve the API alone. The launcher sends it after its build; without a launcher it
 * is the last build.
 */
const webRoot = startedByLauncher
  ? new Promise<string | null>((resolve) =>
      process.once('message', (message) => resolve((message as ToServer).webRoot)),
    )
  : Promise.resolve(process.env.ANJU_WEB_ROOT === '' ? null : (process.env.ANJU_WEB_ROOT ?? 'dist/web'));

try {
  // Restrict the data folder to this user. No other step creates it, and it has keys and files beside the database.
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
    // Without device ports no separate process of the devices runs, so the upkeep of their history runs here.
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
    if (seed === 'demo') arrived = bringRest(assembly.app, ownerUrl);
    if (works && parts.length === 0) endOthers = startDevices(ownerUrl, appUrl);
    if (!stopping) tell({ ready: assembly.address, publicKey: assembly.publicKey, ...done });
  }
} catch (error) {
  stopping = true;
  tell({ trouble: sentences(error) });
  process.exitCode = 1;
  setTimeout(() => process.exit(), 100); // Open database pools would otherwise hold the process.
}

/** Load the rest of the demo company. A failed load is repeated, and the next start continues it. */
async function bringRest(app: App, ownerUrl: string): Promise<void> {
  const { dataDir, keys } = settings;
  const say = (step: string): void => tell({ step });
  await arriveRest(app, { ownerUrl, dataDir, keys, isStopping: () => stopping, againMs: ARRIVAL_AGAIN_MS, say }).catch(
    (error: unknown) => {
      if (!stopping) app.report(error as Error);
    },
  );
}

function hasDevicePorts({ mqttPort, mqttTlsPort, httpPort, coapPort }: DeviceSettings): boolean {
  return mqttPort > 0 || mqttTlsPort > 0 || httpPort > 0 || coapPort > 0;
}

/** Start the process of the devices. It is separate, so that its memory and crashes do not affect calls. */
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

/** Return a known fault of this machine, such as a port in use, as a message in both languages; null for any other. */
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
