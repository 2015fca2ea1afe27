import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Room } from '#kernel/language/room.ts';
import { filesIn } from '../source-files.ts';

/** Every room of a tree, from its table of contents. */
export async function loadRooms(tree: string): Promise<Room[]> {
  const contents = filesIn(tree, ['business'], /^business\/[^/]+\/room\.ts$/);
  const modules = await Promise.all(
    contents.map((path) => import(pathToFileURL(join(tree, path)).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((exported) => Object.values(exported).filter(isRoom));
}

function isRoom(value: unknown): value is Room {
  return typeof value === 'object' && value !== null && 'papers' in value && Array.isArray(value.papers);
}
