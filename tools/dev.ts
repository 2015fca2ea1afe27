// `npm run dev`: the server restarts and the browser reloads when a source is saved.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '#kernel/server/postgres/start-postgres.ts';
import { readSettings } from '#kernel/server/settings/settings.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { projectDir } from './command/project-dir.ts';
import { leaveFolder, takeFolder } from './launcher/start/start-lock.ts';
import { command, printLine, step } from './command/steps.ts';

await command(async () => {
  const settings = readSettings(process.env, projectDir);
  const other = takeFolder(settings.dataDir);
  if (other)
    throw new StartupError(
      `Anju 已经在运行（进程 ${other.pid}），请先停止它。`,
      `Anju runs already (process ${other.pid}); stop it first.`,
    );
  const database = settings.databaseUrl
    ? null
    : await step('数据库 Database', () => startPostgres({ dataDir: settings.dataDir, say: printLine }));
  try {
    await serve({ ANJU_OWNER_URL: database?.ownerUrl ?? '', ANJU_SUPER_URL: database?.superUrl ?? '' });
  } finally {
    await database?.stop();
    leaveFolder(settings.dataDir);
  }
});

async function serve(urls: Record<string, string>): Promise<void> {
  const env = { ...process.env, ...urls, ANJU_WEB_ROOT: '' };
  const run = (args: string[]): ReturnType<typeof spawn> =>
    spawn(process.execPath, args, { cwd: projectDir, stdio: ['ignore', 'inherit', 'inherit'], env, detached: true });
  // On each change the whole server restarts: it is ready within a second.
  const children = [
    run([
      '--watch-path=server',
      '--watch-path=kernel',
      '--watch-path=business',
      '--watch-preserve-output',
      join('server', 'main.ts'),
    ]),
  ];
  if (existsSync(join(projectDir, 'web', 'index.html')))
    children.push(run([join('node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false']));
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (process.connected) process.on('disconnect', () => resolve());
  });
  // Each child leads a process group, so that a signal also reaches the server below the watcher.
  for (const { pid } of children) if (pid !== undefined) tryKill(-pid);
  await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) =>
          child.exitCode !== null || child.signalCode !== null ? resolve(null) : child.once('exit', resolve),
        ),
    ),
  );
}

function tryKill(group: number): void {
  try {
    process.kill(group, 'SIGTERM');
  } catch {
    // The process has already ended.
  }
}
