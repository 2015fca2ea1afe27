import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import type { FromServer } from '../../../server/messages.ts';
import { projectDir } from '../../command/project-dir.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../../command/server-flags.ts';
import { printLine } from '../../command/steps.ts';

export type Ready = Extract<FromServer, { ready: string }>;

export interface RunningServer {
  /** Resolves when the server answers requests; rejects with the reason why it cannot. */
  readonly ready: Promise<Ready>;
  /** Resolves with the exit code of the process. */
  readonly gone: Promise<number>;
  serveWeb(webRoot: string | null): void;
  /** Stop after running requests are finished. A second call stops without waiting for them. */
  stop(): void;
}

/** Maximum wait for running requests in ms, as a shutdown of the machine must not wait forever. */
const FINISH_WITHIN_MS = 30_000;

/**
 * Start server/main.ts in a separate process group, so that a Ctrl-C in the terminal does not cut off running requests.
 */
export function spawnServerProcess(
  urls: { ownerUrl?: string; superUrl?: string },
  extraArgs: readonly string[] = [],
): RunningServer {
  const child = spawn(process.execPath, [...SERVER_FLAGS, ...extraArgs, join(projectDir, 'server', 'main.ts')], {
    cwd: projectDir,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...SERVER_ENV, ANJU_OWNER_URL: urls.ownerUrl ?? '', ANJU_SUPER_URL: urls.superUrl ?? '' },
  });
  const gone = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
  return {
    gone,
    ready: whenReady(child, gone),
    serveWeb: (webRoot) => void (child.connected && child.send({ webRoot })),
    stop: () => stop(child),
  };
}

function whenReady(child: ChildProcess, gone: Promise<number>): Promise<Ready> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: FromServer) => {
      if ('step' in message) printLine(message.step);
      else if ('ready' in message) resolve(message);
      else reject(new StartupError(...message.trouble));
    });
    child.on('error', reject);
    void gone.then((code) =>
      reject(new StartupError(`服务进程已退出（${code}）。`, `The server process ended (${code}).`)),
    );
  });
}

function stop(child: ChildProcess): void {
  if (child.killed) {
    child.kill('SIGKILL');
    return;
  }
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), FINISH_WITHIN_MS).unref();
}
