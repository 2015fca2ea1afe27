import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';
import { Sentence } from './words.mjs';

/** Run npm in the project and show its output. Fail with a sentence that names the cause. */
export function npm(args) {
  // Under npm use the same npm and its Node, since the installation may remove the Node of the project. Otherwise use
  // the npm in the PATH.
  const own = process.env.npm_execpath && /npm-cli\.c?js$/.test(process.env.npm_execpath);
  const [command, first] = own
    ? [process.env.npm_node_execpath ?? process.execPath, [process.env.npm_execpath]]
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
    const modules = join(projectRoot, 'node_modules');
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
  return new Sentence('npm 没有成功，原因见上面它的输出。', 'npm failed; its output above says why.');
}
