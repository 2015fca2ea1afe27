import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Room, inOrderOfMenu } from '#kernel/language/room.ts';
import type { Effect } from '#kernel/language/rooms/effect.ts';

/** Folders of a tree that hold a room. */
const roomFolders = (tree: string): string[] =>
  readdirSync(join(tree, 'business'))
    .filter((name) => existsSync(join(tree, 'business', name, 'room.ts')))
    .toSorted();

/** The default export of one file of each room that has it, by the name of the room. */
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

/** All rooms of a tree, in the order of the top bar. A folder with a `room.ts` is a room: no list names them. */
export async function findRooms(tree: string): Promise<readonly Room[]> {
  const found = await partsOfRooms<Room>(tree, 'room.ts');
  for (const [folder, { name }] of found)
    if (name !== folder) throw new Error(`business/${folder}/room.ts calls itself ${name}`);
  return inOrderOfMenu([...found.values()]);
}

/** Return the effects that rooms declare, by the file that declares them; tests read them. */
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

/** The folder that everything of the product lies in. */
export const productTree = join(import.meta.dirname, '..');

export const rooms: readonly Room[] = await findRooms(productTree);
