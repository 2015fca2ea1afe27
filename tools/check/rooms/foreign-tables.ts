import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownTables } from '#kernel/server/schema/own-tables.ts';
import type { RoomServer } from '#kernel/server/ports/room-server.ts';
import { partsOfRooms } from '../../../server/rooms.ts';
import type { Check } from '../check.ts';
import { loadRooms } from '../definitions/all-rooms.ts';
import { foreignTablesSelfTest } from '../self-tests/foreign-tables.ts';
import { filesIn } from '../source-files.ts';
import { isTest, roomOf, withoutComments } from './room-files.ts';

/** Files of rooms that may contain SQL. Patches are left out, as applied ones never change. */
const HOLDS_SQL = /^business\/.+\.(server|figure|rules|seed|effects)\.ts$/;

/** Matches a word where SQL expects a table, or a string that code uses as a table name. */
const TABLE_WORD =
  /(?:\b(?:from|join|into|update|only|using|truncate|table)\s+|,\s*|(?:=|\btable:)\s*['"`](?=\w+['"`]))(\w+)\b(?!\s*:)/gi;

/** Matches a statement that writes the table in a placeholder, such as a relation. */
const WRITTEN = /\b(?:insert\s+into|update|delete\s+from|truncate|alter\s+table)\s+\$\{\s*(\w+)\s*\}/gi;

/** Matches the paper that a figure counts or links to. */
const FIGURE_TABLE = /(?:^ {2}of:|\btable:) (\w+),/gm;

const RELATION_IMPORT = /import \{([^}]*)\} from '[^']*\.relation\.ts'/g;

const PAPER_IMPORT = /import \{([^}]*)\} from '#business\/(\w+)\/[^']*\.paper\.ts'/g;

/** Checks that statements of a room name tables of other rooms and of the kernel only by relations of their owners. */
export const foreignTables: Check = {
  name: 'tables of other rooms',
  selfTest: foreignTablesSelfTest,
  async look(tree) {
    const owners = await ownersOf(tree);
    const files = filesIn(tree, ['business'], /\.ts$/).filter((path) => !isTest(path));
    const sources = files.map((path) => ({ path, source: withoutComments(readFileSync(join(tree, path), 'utf8')) }));
    const bare = sources.filter(({ path }) => HOLDS_SQL.test(path)).flatMap((file) => bareTables(file, owners));
    return {
      files: files.length,
      note: `${bare.length} without a relation`,
      problems: [
        ...bare,
        ...sources.filter(({ path }) => path.endsWith('.relation.ts')).flatMap(faultsOfRelation),
        ...sources.flatMap(writtenRelations),
      ],
    };
  },
};

type Owners = ReadonlyMap<string, string>;

interface SourceText {
  readonly path: string;
  readonly source: string;
}

/** Return the owner of each table: a room, or `kernel`. */
async function ownersOf(tree: string): Promise<Owners> {
  const rooms = await loadRooms(tree);
  const servers = existsSync(join(tree, 'business'))
    ? await partsOfRooms<RoomServer>(tree, 'room.server.ts')
    : new Map<string, RoomServer>();
  return new Map([
    ...ownTables.map(({ name }): [string, string] => [name, 'kernel']),
    ...[...servers].flatMap(([room, { tables = [] }]) => tables.map(({ name }): [string, string] => [name, room])),
    ...rooms.flatMap(({ name, papers }) => papers.map(({ table }): [string, string] => [table, name])),
  ]);
}

function bareTables({ path, source }: SourceText, owners: Owners): string[] {
  const room = roomOf(path);
  const isForeign = (table: string): boolean => (owners.get(table) ?? room) !== room;
  const named = [...source.matchAll(TABLE_WORD)].filter(([, table]) => isForeign(table));
  // A seed may use the name of a foreign table as a value.
  const papers = path.endsWith('.seed.ts') ? new Map<string, string>() : foreignPapers(source, room);
  const ofPapers = [...source.matchAll(/\b(\w+)\.table\b/g)].filter(([, paper]) => papers.has(paper));
  const hasRelation = /^ {2}from: /m.test(source);
  const counted = [...source.matchAll(FIGURE_TABLE)].filter(
    ([found, of]) => path.endsWith('.figure.ts') && papers.has(of) && !(hasRelation && found.startsWith('  of')),
  );
  return [...named, ...ofPapers, ...counted].map(
    ({ 0: found, 1: name, index }) =>
      `${path}:${lineAt(source, index)}: ${found.endsWith('.table') ? found : name} belongs to ${owners.get(name) ?? papers.get(name)}; use a relation of it.`,
  );
}

/** Return the papers that a source imports from other rooms, with these rooms. */
const foreignPapers = (source: string, room: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(PAPER_IMPORT)]
      .filter(([, , from]) => from !== room)
      .flatMap(([, names, from]) => namesOf(names).map((one): [string, string] => [one, from])),
  );

/** Return statements that write a table of another room by its relation: its owner offers a function for that. */
function writtenRelations({ path, source }: SourceText): string[] {
  const relations = new Set([...source.matchAll(RELATION_IMPORT)].flatMap(([, names]) => namesOf(names)));
  return [...source.matchAll(WRITTEN)]
    .filter(([, name]) => relations.has(name))
    .map(({ 1: name, index }) => `${path}:${lineAt(source, index)}: ${name} is written; a relation is only read.`);
}

const namesOf = (list: string): string[] => list.split(',').map((one) => one.trim());

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length;

/** Return faults of a relation file: it must export one relation, of a table of its own room. */
function faultsOfRelation({ path, source }: SourceText): string[] {
  const exported = source.match(/^export /gm)?.length ?? 0;
  return [
    ...(exported === 1 ? [] : [`${path} exports ${exported} names; a file holds one relation.`]),
    ...[...source.matchAll(/from '(#business\/[^']+)'/g)].map(
      ([, from]) => `${path} imports ${from}: a relation stands in the room that owns its table.`,
    ),
  ];
}
