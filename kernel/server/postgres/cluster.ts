import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFull, StartupError } from '../settings/startup-error.ts';
import type { DatabaseFolder } from './place.ts';

/** Passwords of the embedded server; they never leave the folder of the data. */
export interface Secrets {
  readonly super: string;
  readonly owner: string;
}

/** Minimum free disk space for a new cluster (bytes). It takes 40 MB, and the demo company about 100 MB. */
const NEEDED_BYTES = 300e6;

/** The server's own character set must be UTF-8 even under C order, or trigrams of Chinese words come out empty. */
const CTYPE: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' };

/**
 * Make the data directory once. It is built under another name, so that an interrupted start leaves nothing half made.
 */
export function ensureCluster(place: DatabaseFolder, native: string): Secrets {
  const secretsFile = join(place.folder, 'secrets.json');
  if (existsSync(join(place.data, 'PG_VERSION')) && existsSync(secretsFile)) {
    return JSON.parse(readFileSync(secretsFile, 'utf8')) as Secrets;
  }
  assertNothingLost(place, secretsFile);
  const { bavail, bsize } = statfsSync(place.around);
  if (bavail * bsize < NEEDED_BYTES) throw diskFull(place.around);
  const secrets: Secrets = { super: randomBytes(24).toString('hex'), owner: randomBytes(24).toString('hex') };
  writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
  const unfinished = `${place.data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (place.runAs) chownSync(unfinished, place.runAs.uid, place.runAs.gid);
  initdb(place, native, unfinished, secrets.super);
  renameSync(unfinished, place.data);
  return secrets;
}

function assertNothingLost(place: DatabaseFolder, secretsFile: string): void {
  if (!existsSync(join(place.data, 'PG_VERSION')) || existsSync(secretsFile)) return;
  throw new StartupError(
    `找不到数据库密码文件 ${secretsFile}，但数据 ${place.data} 还在。请恢复该文件；确定不要旧数据时才删除数据目录。`,
    `The password file ${secretsFile} is gone while the data ${place.data} is still there. Bring the file back; delete the data only if you do not want it.`,
  );
}

function initdb(place: DatabaseFolder, native: string, data: string, password: string): void {
  const ctype = CTYPE[process.platform];
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.runAs) chownSync(passwordFile, place.runAs.uid, place.runAs.gid);
  const args = [
    ...['-D', data, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-collate=C', '--no-instructions'],
    ...(ctype ? [`--lc-ctype=${ctype}`] : []),
  ];
  const made = spawnSync(join(native, 'bin', process.platform === 'win32' ? 'initdb.exe' : 'initdb'), args, {
    ...place.runAs,
    cwd: place.around,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC', LC_ALL: '' },
  });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) throw initdbFailed(`${made.stderr ?? ''}${made.error?.message ?? ''}`.trim(), place);
}

function initdbFailed(output: string, place: DatabaseFolder): StartupError {
  if (/No space left|ENOSPC/.test(output)) return diskFull(place.around);
  if (/effective user ID/.test(output)) {
    return new StartupError(
      `当前用户（uid ${process.getuid?.()}）不在 /etc/passwd 中，自带的 PostgreSQL 无法初始化。请换一个正常用户，或使用 DATABASE_URL。`,
      `This user (uid ${process.getuid?.()}) is not in /etc/passwd, so the PostgreSQL that comes along cannot be set up. Use an ordinary user or DATABASE_URL.`,
    );
  }
  return new StartupError(`无法建立数据库：\n${output}`, 'The database could not be set up; initdb says above why.');
}
