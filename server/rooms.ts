import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Room, inOrderOfMenu } from '#kernel/language/room.ts';
import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Return the names of the folders in `business` that contain a `room.ts`. */
const roomFolders = (tree: string): string[] =>
  readdirSync(join(tree, 'business'))
    .filter((name) => existsSync(join(tree, 'business', name, 'room.ts')))
    .toSorted();

/**
 * Return the default export of a file such as `room.server.ts`, by the name of the room; rooms without the file are
 * omitted.
 */
export async function partsOfRooms<T>(tree: string, file: string): Promise<ReadonlyMap<string, T>> {
  const found = roomFolders(tree).filter((name) => existsSync(join(tree, 'business', name, file)));
  return new Map(
    await Promise.all(
      found.map(async (name): Promise<[string, T]> => {
        const { default: part } = (await import(pathToFileURL(join(tree, 'business', name, file)).href)) as {
          default: T;
        };
        return [name, part];
      }),
    ),
  );
}

/** Return all rooms of a tree, in the order of the top bar. A folder with a `room.ts` is a room: no list names them. */
export async function findRooms(tree: string): Promise<readonly Room[]> {
  const found = await partsOfRooms<Room>(tree, 'room.ts');
  for (const [folder, { name }] of found)
    if (name !== folder) throw new Error(`business/${folder}/room.ts calls itself ${name}`);
  return inOrderOfMenu([...found.values()]);
}

/** Return the declared effects of each `*.effects.ts` file, by its path; tests read them. */
export async function effectsOfRooms(tree: string): Promise<ReadonlyMap<string, readonly Effect[]>> {
  const files = globSync('business/**/*.effects.ts', { cwd: tree }).toSorted();
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, readonly Effect[]]> => {
        const { default: effects } = (await import(pathToFileURL(join(tree, file)).href)) as {
          default: readonly Effect[];
        };
        return [file, effects];
      }),
    ),
  );
}

/** The root folder of the product. */
export const productTree = join(import.meta.dirname, '..');

export const rooms: readonly Room[] = await findRooms(productTree);
