// `npm ci` only when it is needed: a stamp in node_modules holds the hash of the lock file it was made from.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';
import { runtimePath } from './runtime.mjs';
import { Sentence, step } from './words.mjs';

const modules = join(projectRoot, 'node_modules');
const stamp = join(modules, '.anju-installed');
/** node_modules weighs about 900 MB; npm needs room for its cache besides. */
const NEEDED_BYTES = 1.5e9;

export async function installIfNeeded() {
  const lock = readFileSync(join(projectRoot, 'package-lock.json'));
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
  const { present } = runtimePath();
  if (present && readIfThere(stamp) === wanted) return;
  // Somebody may have typed `npm ci` himself: npm's own record then agrees with the lock file.
  if (!(present && agrees(JSON.parse(lock), readIfThere(join(modules, '.package-lock.json'))))) {
    assertRoom();
    await step('安装依赖（首次约一两分钟）', 'Installing packages (a minute or two the first time)', npmCi);
  }
  remember(wanted);
}

/** True when every package of the lock file that belongs on this machine is installed in its version. */
export function agrees(lock, installedText) {
  if (!installedText) return false;
  const installed = JSON.parse(installedText).packages;
  const lean = process.env.NODE_ENV === 'production';
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '' || entry.link || (lean && entry.dev)) return true;
    const found = installed[path];
    return found ? found.version === entry.version : Boolean(entry.optional || entry.peer || entry.devOptional);
  });
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function remember(wanted) {
  try {
    writeFileSync(stamp, wanted);
  } catch {
    // A read-only node_modules (an image built elsewhere) is fine: the comparison is then made at every start.
  }
}

function assertRoom() {
  const { bavail, bsize } = statfsSync(projectRoot);
  if (bavail * bsize >= NEEDED_BYTES) return;
  const free = Math.round((bavail * bsize) / 1e6);
  throw new Sentence(
    `磁盘空间不足：安装需要约 1.5 GB，${projectRoot} 所在磁盘只剩 ${free} MB。请先腾出空间。`,
    `The disk is full: installing needs about 1.5 GB and ${projectRoot} has ${free} MB left. Make room first.`,
  );
}

function npmCi() {
  // The build tools are needed where the web client is built; only a production machine that was given a built one goes without.
  const lean = process.env.NODE_ENV === 'production' && existsSync(join(projectRoot, 'dist', 'web', 'index.html'));
  const args = [
    'ci',
    '--include=optional',
    lean ? '--omit=dev' : '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  // Under npm we use that very npm; typed by hand, the one in PATH.
  const own = process.env.npm_execpath && /npm-cli\.c?js$/.test(process.env.npm_execpath);
  const [command, first] = own
    ? [process.execPath, [process.env.npm_execpath]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  return new Promise((resolve, reject) => {
    let tail = '';
    const child = spawn(command, [...first, ...args], {
      cwd: projectRoot,
      stdio: ['ignore', 'inherit', 'pipe'],
      shell: command === 'npm.cmd',
    });
    child.stderr.on('data', (piece) => {
      process.stderr.write(piece);
      tail = (tail + piece).slice(-4000);
    });
    child.on('error', (error) => reject(npmFailed(error.message)));
    child.on('close', (code) => (code === 0 ? resolve() : reject(npmFailed(tail))));
  });
}

function npmFailed(tail) {
  if (/ENOSPC/.test(tail)) {
    return new Sentence(
      '磁盘已满，依赖没有装完。请腾出空间后再试。',
      'The disk filled up while installing. Make room and try again.',
    );
  }
  if (/EACCES|EPERM/.test(tail)) {
    return new Sentence(
      `没有权限写入 ${modules} 或 npm 缓存。请用拥有该目录的用户运行，或修正目录权限。`,
      `No permission to write ${modules} or npm's cache. Run as the owner of the folder or mend its permissions.`,
    );
  }
  if (/ENOENT/.test(tail) && /npm/.test(tail)) {
    return new Sentence(
      '找不到 npm。请安装 Node 自带的 npm 后再试。',
      'npm was not found. Install the npm that comes with Node and try again.',
    );
  }
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/.test(tail)) {
    return new Sentence(
      '连不上 npm 仓库。请检查网络、代理或 npm config get registry 后再试。',
      'The npm registry cannot be reached. Check the network, the proxy or npm config get registry and try again.',
    );
  }
  return new Sentence('npm ci 没有成功，原因见上面 npm 的输出。', 'npm ci failed; npm says above why.');
}
