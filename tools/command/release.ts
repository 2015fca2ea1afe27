// `npm run release`: one archive in dist/ that starts without network: sources, client, packages of production, Node, demo company.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { contentsOf, type Release } from './release/contents.ts';
import { writeRelease } from './release/write-release.ts';
import { buildWeb } from '../web-build/build-web.ts';
import { projectDir } from './project-dir.ts';
import { command, printLine, step } from './steps.ts';

/** Compression level of zstd: slow to pack, small to transfer. */
const LEVEL = 19;

await command(async () => {
  const tracked = git('ls-files', '-z').split('\0').filter(Boolean);
  const release = describe();
  await buildWeb();
  const file = join(projectDir, 'dist', `${release.name}.tar.zst`);
  await step('发布包 Release', () =>
    writeRelease(file, contentsOf(projectDir, tracked, release), { at: new Date(release.committedAt), level: LEVEL }),
  );
  printLine(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
});

/**
 * Return the description of a release from its commit. Refuse uncommitted changes, as nobody could say later what it
 * contains.
 */
function describe(): Release {
  if (git('status', '--porcelain').trim() !== '')
    throw new StartupError(
      '有未提交的改动。请先提交，再制作发布包。',
      'There are changes that are not committed. Commit them, then make the release.',
    );
  const [commit = '', seconds = ''] = git('log', '-1', '--format=%h %ct').trim().split(' ');
  const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string };
  const committedAt = new Date(Number(seconds) * 1000).toISOString();
  const machine = `${process.platform}-${process.arch}`;
  const day = committedAt.slice(0, 10).replaceAll('-', '');
  return { name: `anju-${version}-${day}-${commit}-${machine}`, version, commit, committedAt, machine };
}

function git(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: projectDir,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  const reason = (stderr || error?.message || '').trim();
  throw new StartupError(`发布包从 git 的一次提交制作：${reason}`, `A release is made from a commit of git: ${reason}`);
}
