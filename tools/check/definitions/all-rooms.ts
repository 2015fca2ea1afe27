import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Room } from '#kernel/language/room.ts';
import { filesIn } from '../source-files.ts';

/** Load every room of a tree from its definition. */
export async function loadRooms(tree: string): Promise<Room[]> {
  const contents = filesIn(tree, ['business'], /^business\/[^/]+\/room\.ts$/);
  const modules = await Promise.all(
    contents.map((path) => import(pathToFileURL(join(tree, path)).href) as Promise<{ readonly default: Room }>),
  );
  return modules.map((exported) => exported.default);
}
