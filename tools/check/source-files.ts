import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The folders of our own sources. */
export const SOURCE_FOLDERS = ['business', 'kernel', 'server', 'web', 'tools', 'bench'] as const;

const NEVER = new Set(['node_modules', 'dist', '.git', '.anju']);

/** Return files below some folders of a tree whose path matches, sorted, as paths with `/` from the tree. */
export function filesIn(tree: string, folders: readonly string[], matching: RegExp): string[] {
  return folders
    .flatMap((folder) => walk(join(tree, folder)).map((path) => relative(tree, path).split(sep).join('/')))
    .filter((path) => matching.test(path))
    .sort();
}

function walk(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NEVER.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : [];
  });
}
