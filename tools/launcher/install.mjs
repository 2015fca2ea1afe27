// Installs packages when a command needs them. A file in node_modules stores the hash of the lock file and the
// manifests that are installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { agrees, installArguments, NODE, workspacesOf } from './packages.mjs';
import { projectRoot } from './project.mjs';
import { assertMachine, readRelease } from './release.mjs';
import { needsPinnedNode, runtimePath } from './runtime.mjs';
import { Sentence, step } from './words.mjs';

const modules = join(projectRoot, 'node_modules');
const stamp = join(modules, '.anju-installed');
/** Required free bytes: the packages of all commands take about 1 GB, and npm's cache needs space too. */
const NEEDED_BYTES = 1.5e9;

export async function installIfNeeded(command) {
  assertMachine();
  const lockText = readFileSync(join(projectRoot, 'package-lock.json'));
  const manifests = ['', ...workspacesOf(command, { pinnedNode: needsPinnedNode() })];
  const kind = isLean(manifests) ? ' without dev' : '';
  const key = `${createHash('sha256').update(lockText).digest('hex')} ${process.platform}-${process.arch}${kind}`;
  const [stampKey, ...stored] = (readIfThere(stamp) ?? '').split('\n');
  const known = stampKey === key ? stored : [];
  if (manifests.every((manifest) => known.includes(nameOf(manifest)) && isRunnable(manifest))) return;
  const missing = missingOf(JSON.parse(lockText), manifests);
  if (missing.length > 0) await install(missing, manifests);
  // If the project was installed, `npm ci` has removed the packages of the other workspaces.
  remember([key, ...new Set([...(missing.includes('') ? [] : known), ...manifests.map(nameOf)])]);
}

const nameOf = (manifest) => manifest || 'project';

/**
 * Return the manifests whose packages differ from the lock file. A manual `npm ci` is recognised by the record that npm
 * leaves.
 */
function missingOf(lock, manifests) {
  const record = readIfThere(join(modules, '.package-lock.json'));
  const installed = record === null ? {} : JSON.parse(record).packages;
  const dev = !isLean(manifests);
  return manifests.filter((manifest) => !isRunnable(manifest) || !agrees(lock, installed, manifest, { dev }));
}

async function install(missing, manifests) {
  assertRoom();
  const [zh, en] = missing.includes('')
    ? ['安装依赖（首次约一两分钟）', 'Installing packages (a minute or two the first time)']
    : ['安装此命令另需的依赖', 'Installing the further packages of this command'];
  const args = installArguments(missing, manifests, { lean: isLean(manifests) });
  await step(zh, en, () => npm([...args, '--no-audit', '--no-fund', '--loglevel=error']));
}

/** Return whether build tools are not needed: in a release, or in production with a built client. */
const isLean = (manifests) =>
  (process.env.NODE_ENV === 'production' || readRelease() !== null) &&
  existsSync(join(projectRoot, 'dist', 'web', 'index.html')) &&
  manifests.every((manifest) => manifest === '' || manifest === NODE);

/**
 * Return whether the packages of a manifest can run. Node is an optional package, which npm omits without a record on
 * machines that it does not fit.
 */
const isRunnable = (manifest) => manifest !== NODE || runtimePath().present;

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Write a new file and rename it, so that a hard-linked copy of the tree keeps the old one. */
function remember(lines) {
  try {
    writeFileSync(`${stamp}.${process.pid}`, lines.join('\n'));
    renameSync(`${stamp}.${process.pid}`, stamp);
  } catch {
    // With a read-only node_modules (such as in an image) the comparison is made at every start instead.
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
