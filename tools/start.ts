// `npm start`: start database, web client and server in this order, and stop them in reverse.
import { createServer } from 'node:net';
import { startPostgres, type EmbeddedPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { readSettings, type Settings } from '#kernel/server/settings/settings.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { buildWeb } from './web-build/build-web.ts';
import { projectDir } from './command/project-dir.ts';
import { keepRunning } from './launcher/start/keep-running.ts';
import { type Ready, type RunningServer, spawnServerProcess } from './launcher/start/server-process.ts';
import { leaveFolder, type Runner, takeFolder, printAddress } from './launcher/start/start-lock.ts';
import { command, printLine, step } from './command/steps.ts';

let stopRequested = false;

await command(start);

async function start(): Promise<number> {
  const began = performance.now();
  const settings = readSettings(process.env, projectDir);
  const other = takeFolder(settings.dataDir);
  if (other) throw alreadyRuns(other, settings.dataDir);
  const stopped = whenAskedToStop();
  let watched: { stop(): Promise<void> } | null = null;
  try {
    await assertPortFree(settings);
    const bringUp = (): Promise<EmbeddedPostgres> => startPostgres({ dataDir: settings.dataDir, say: printLine });
    const database = settings.databaseUrl ? null : await step('数据库 Database', bringUp);
    watched = database && keepRunning(database, bringUp);
    return await serve(settings, database, stopped, began);
  } finally {
    await watched?.stop();
    leaveFolder(settings.dataDir);
  }
}

async function serve(
  settings: Settings,
  database: EmbeddedPostgres | null,
  stopped: Promise<void>,
  began: number,
): Promise<number> {
  const server = spawnServerProcess(database ?? {});
  void stopped.then(() => stopServer(server));
  try {
    // The client is built at the same time as the server prepares the database.
    const [ready] = await Promise.all([
      step('服务 Server', () => server.ready),
      buildWeb().then((webRoot) => server.serveWeb(webRoot)),
    ]);
    printAddress(settings.dataDir, ready.ready);
    welcome(ready, settings, performance.now() - began);
    return endOf(await server.gone);
  } catch (error) {
    server.stop();
    const code = await server.gone;
    // A stop that was requested during the start is no failure.
    if (stopRequested) return code;
    throw error;
  }
}

function endOf(code: number): number {
  if (stopRequested) return code;
  throw new StartupError(
    `服务进程意外退出（${code}），原因见上面的日志。数据是完整的，可以再次启动。`,
    `The server process ended by itself (${code}); the log above says why. The data is whole; start again.`,
  );
}

/** Wait for a request to stop: Ctrl-C, SIGTERM, a closed terminal, or the end of the launcher. */
function whenAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    const ask = (): void => {
      stopRequested = true;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
    if (process.connected) process.on('disconnect', ask);
  });
}

function stopServer(server: RunningServer): void {
  console.log('\n正在停止，等待进行中的请求完成… Stopping; running requests are finished first …');
  server.stop();
  process.once('SIGINT', () => server.stop()); // A second Ctrl-C stops without waiting for requests.
}

/** Refuse a port in use at once, not only after minutes of preparation. Workers and gateways do not use this port. */
function assertPortFree({ port, host, role }: Settings): Promise<void> {
  if (role === 'worker' || role === 'gateway') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? reject(portTaken(host, port)) : resolve(),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portTaken(host: string, port: number): StartupError {
  return new StartupError(
    `${host}:${port} 已被别的程序占用。请关闭它，或换一个端口：PORT=${port + 1} npm start`,
    `${host}:${port} is taken by another program. Close it, or take another port: PORT=${port + 1} npm start`,
  );
}

function alreadyRuns(other: Runner, dataDir: string): StartupError {
  const where = other.address ?? '…';
  return new StartupError(
    `Anju 已经在运行：${where}（进程 ${other.pid}，数据 ${dataDir}）。`,
    `Anju runs already: ${where} (process ${other.pid}, data ${dataDir}).`,
  );
}

function welcome({ ready, accounts, publicKey }: Ready, settings: Settings, tookMs: number): void {
  const lines = accounts.map(
    ({ tenant, account, password, role }) =>
      `  ${tenant}  ${account.padEnd(18)} ${password.padEnd(18)} ${role[0]} ${role[1]}`,
  );
  const heading =
    settings.seed === 'demo'
      ? '演示账号 Demo accounts (租户 tenant / 账号 account / 密码 password)'
      : '首个管理员，请登录后立即修改密码 First administrator; change the password at once';
  console.log(
    [
      `\n✓ Anju 安居 ${settings.publicUrl ?? ready}   (${(tookMs / 1000).toFixed(1)} s)`,
      ...(lines.length > 0 ? [heading, ...lines] : []),
      `已发布客户端的公钥，填入其配置的 publicKey Public key for published clients (docs/published-clients.md):\n  ${publicKey}`,
      '',
    ].join('\n'),
  );
}
