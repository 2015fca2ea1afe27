import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Room } from '#kernel/language/room.ts';
import { filesIn } from '../source-files.ts';

/** Every room of a tree, from its table of contents. */
export async function loadRooms(tree: string): Promise<Room[]> {
  const contents = filesIn(tree, ['business'], /^business\/[^/]+\/room\.ts$/);
  const modules = await Promise.all(
    contents.map((path) => import(pathToFileURL(join(tree, path)).href) as Promise<{ readonly default: Room }>),
  );
  return modules.map((exported) => exported.default);
}
