import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../command/project-dir.ts';

/** Files and folders on which the built client depends. */
const SOURCES = [
  'kernel/language',
  'kernel/fields',
  'kernel/web',
  'business',
  'server/rooms.ts',
  'web',
  'tools/web-build',
  'vite.config.ts',
  'package-lock.json',
];
/** Matches files that never reach the client; a change of one needs no build. */
const NOT_OURS = /\.(server|seed|test)\.tsx?$|[\\/](patches|testing)[\\/]|\.md$/;

export function sourceHash(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesUnder(join(projectDir, source))) {
      if (!NOT_OURS.test(file))
        hash.update(file.slice(projectDir.length)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
