import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { familyCpuMs } from './cpu.ts';
import type { Cost, Pids } from './drive.ts';
import type { BenchStatement } from './lists/statements.ts';

const run = promisify(execFile);

/** Return whether pgbench is installed; the PostgreSQL package from npm does not include it. */
export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0;

/** Return a value as text for a parameter of pgbench; lists in braces. */
const written = (value: unknown): string =>
  Array.isArray(value) ? `{${value.map((one) => `"${String(one)}"`).join(',')}}` : String(value);

/** Measure the statements alone with pgbench, as prepared statements. One operation runs each of them once. */
export async function limitByPgbench(
  appUrl: string,
  pids: Pids,
  statements: readonly BenchStatement[],
  lines: number,
  seconds: number,
): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'anju-pgbench-'));
  try {
    const script = join(folder, 'statements.sql');
    writeFileSync(
      script,
      statements.map(({ text }, at) => `${text.replaceAll(/\$(\d+)/g, (_, n: string) => `:s${at}p${n}`)};`).join('\n'),
    );
    const definitions = statements.flatMap(({ values }, at) =>
      values.flatMap((value, n) => ['-D', `s${at}p${n + 1}=${written(value)}`]),
    );
    const { hostname, port, username, password, pathname } = new URL(appUrl);
    const before = familyCpuMs(pids.postmaster);
    const { stdout } = await run(
      'pgbench',
      [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(lines),
        '-j',
        '2',
        '-T',
        String(Math.ceil(seconds)),
        '-f',
        script,
        ...definitions,
        '-h',
        hostname,
        '-p',
        port,
        '-U',
        decodeURIComponent(username),
        pathname.slice(1),
      ],
      {
        env: {
          ...process.env,
          PGPASSWORD: decodeURIComponent(password),
          PGOPTIONS: '-c anju.tenant=000000 -c TimeZone=Asia/Shanghai -c max_parallel_workers_per_gather=0',
        },
      },
    );
    const found = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
    const operations = found(/actually processed: (\d+)/);
    const latency = found(/latency average = ([\d.]+)/);
    return {
      operations,
      perSecond: found(/tps = ([\d.]+)/),
      nodeMs: 0,
      databaseMs: (familyCpuMs(pids.postmaster) - before) / operations,
      p50: latency,
      p99: latency,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
