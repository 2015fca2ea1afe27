import { must } from '#kernel/language/must.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectDir } from '../command/project-dir.ts';
import { SERVER_ENV, SERVER_FLAGS } from '../command/server-flags.ts';

export interface BenchServer {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Start the server process as `npm start` does, on a free port and without a captcha. */
export async function spawnBenchServer({
  ownerUrl,
  superUrl,
  dataDir,
  webRoot = null,
  env = {},
}: {
  ownerUrl: string;
  superUrl: string;
  dataDir: string;
  webRoot?: string | null;
  env?: Readonly<Record<string, string>>;
}): Promise<BenchServer> {
  // BENCH_PROFILE=folder stores a CPU profile of the server there, to explain a missed goal.
  const profile = process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [];
  const child = spawn(process.execPath, [...SERVER_FLAGS, ...profile, join(projectDir, 'server/main.ts')], {
    cwd: projectDir,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...SERVER_ENV,
      NODE_ENV: '',
      PORT: '0',
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
      ANJU_SEED: 'demo',
      ANJU_DATA: dataDir,
      ANJU_OWNER_URL: ownerUrl,
      ANJU_SUPER_URL: superUrl,
      RATE_LIMIT: '0',
      ...env,
    },
  });
  child.send({ webRoot });
  const address = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { ready?: string; trouble?: string[] }) => {
      if (message.ready) resolve(message.ready);
      else if (message.trouble) reject(new Error(message.trouble.join('\n')));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    address,
    pid: must(child.pid, 'pid'),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
