import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';
import { Sentence } from './words.mjs';

/** Return the description of an unpacked release; null in a git clone. */
export function readRelease(tree = projectRoot) {
  const file = join(tree, 'release.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Refuse a release for another kind of machine, as its packages contain programs for that machine. */
export function assertMachine(tree = projectRoot, here = `${process.platform}-${process.arch}`) {
  const machine = readRelease(tree)?.machine ?? here;
  if (machine === here) return;
  throw new Sentence(
    `这个发布包用于 ${machine}，本机是 ${here}。请使用对应的发布包。`,
    `This release is for ${machine}; this machine is ${here}. Use the release for it.`,
  );
}
