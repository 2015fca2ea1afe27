import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Patch } from '#kernel/server/schema/migrate.ts';

const FILE = /^\d{4}-[a-z\d-]+\.ts$/;

/**
 * The hand-written changes of a tree, in the order of their numbers: `business/<room>/patches/0001-split-phone.ts`, each exporting a
 * patch without its name as its default. A file that is called otherwise is refused, so that none is forgotten.
 */
export async function patchesIn(tree: string): Promise<Patch[]> {
  const business = join(tree, 'business');
  const rooms = existsSync(business)
    ? readdirSync(business).filter((room) => existsSync(join(business, room, 'patches')))
    : [];
  const files = rooms.flatMap((room) => readdirSync(join(business, room, 'patches')).map((file) => ({ room, file })));
  const odd = files.find(({ file }) => !FILE.test(file));
  if (odd) throw new Error(`business/${odd.room}/patches/${odd.file}: a patch is called NNNN-what-it-does.ts`);
  const ordered = files.toSorted(
    (a, b) => a.file.slice(0, 4).localeCompare(b.file.slice(0, 4)) || a.room.localeCompare(b.room),
  );
  return Promise.all(
    ordered.map(async ({ room, file }) => {
      const { default: patch } = (await import(pathToFileURL(join(business, room, 'patches', file)).href)) as {
        default: Omit<Patch, 'name'>;
      };
      return { ...patch, name: `${room}/${file.slice(0, -3)}` };
    }),
  );
}
