import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Patch } from '#kernel/server/schema/migrate.ts';

/** The default export of a file in `patches/`. */
type PatchFile = Omit<Patch, 'name'> & { readonly appliedAs?: string };

const FILE = /^\d{4}-[a-z\d-]+\.ts$/;

/**
 * Return the patches of a tree, from files such as `business/<room>/patches/0001-split-phone.ts`, sorted by number. A
 * file with another form of name is refused, so that none is forgotten. A patch that moved to another room has its
 * stored name in `appliedAs`, and so does not run again.
 */
export async function patchesIn(tree: string): Promise<Patch[]> {
  const business = join(tree, 'business');
  const rooms = existsSync(business)
    ? readdirSync(business).filter((room) => existsSync(join(business, room, 'patches')))
    : [];
  const files = rooms.flatMap((room) => readdirSync(join(business, room, 'patches')).map((file) => ({ room, file })));
  const odd = files.find(({ file }) => !FILE.test(file));
  if (odd) throw new Error(`business/${odd.room}/patches/${odd.file}: a patch is called NNNN-what-it-does.ts`);
  const patches = await Promise.all(
    files.map(async ({ room, file }): Promise<Patch> => {
      const path = join(business, room, 'patches', file);
      const { default: patch } = (await import(pathToFileURL(path).href)) as { default: PatchFile };
      const { appliedAs = `${room}/${file.slice(0, -3)}`, ...rest } = patch;
      return { ...rest, name: appliedAs };
    }),
  );
  const twice = patches.find((one, at) => patches.findIndex((other) => other.name === one.name) < at);
  if (twice) throw new Error(`two patches are called ${twice.name}`);
  return patches.toSorted(
    (one, other) => numberOf(one).localeCompare(numberOf(other)) || one.name.localeCompare(other.name),
  );
}

const numberOf = ({ name }: Patch): string => name.slice(name.indexOf('/') + 1).slice(0, 4);
