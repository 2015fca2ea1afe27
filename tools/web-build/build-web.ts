import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { projectDir } from '../command/project-dir.ts';
import { step } from '../command/steps.ts';
import { sourceHash } from './source-hash.ts';

const webRoot = join(projectDir, 'dist', 'web');
const vite = join(projectDir, 'node_modules', 'vite', 'bin', 'vite.js');

/**
 * Build the web client if its sources have changed since the last build. Return its folder; null if there are neither
 * sources nor a build.
 */
export async function buildWeb(): Promise<string | null> {
  const built = existsSync(join(webRoot, 'index.html'));
  if (!existsSync(join(projectDir, 'web', 'index.html'))) return built ? webRoot : null;
  const hash = sourceHash();
  if (built && builtFrom() === hash) return webRoot;
  if (!existsSync(vite)) return withoutTools(built);
  await step('网页 Web client', () => runVite(hash));
  return webRoot;
}

const hashFile = join(webRoot, '.sources');

function builtFrom(): string | null {
  return existsSync(hashFile) ? readFileSync(hashFile, 'utf8') : null;
}

/** Return the built client of an installation without build tools. Refuse if there is none. */
function withoutTools(built: boolean): string {
  if (built) return webRoot;
  throw new StartupError(
    '网页还没有构建，而构建工具没有安装。请执行 npm ci --include=dev，或把构建好的 dist/web 放到项目中。',
    'The web client is not built and the build tools are not installed. Run npm ci --include=dev, or bring a built dist/web along.',
  );
}

/**
 * Build in a separate process, so that its memory is freed before the first request. Then replace the old files, which
 * a running server uses until the new ones are complete.
 */
async function runVite(hash: string): Promise<void> {
  const fresh = `${webRoot}.${process.pid}`;
  const output: Buffer[] = [];
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', fresh], {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ANJU_WEB_HASH: hash },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => output.push(piece));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    const reason = Buffer.concat(output)
      .toString()
      .split('\n')
      .filter((line) => !/^\s+at /.test(line))
      .join('\n');
    throw new StartupError(`网页构建失败：\n${reason}`, 'The web client could not be built; the reason is above.');
  }
  writeFileSync(join(fresh, '.sources'), hash);
  mkdirSync(join(projectDir, 'dist'), { recursive: true });
  rmSync(webRoot, { recursive: true, force: true });
  renameSync(fresh, webRoot);
}
