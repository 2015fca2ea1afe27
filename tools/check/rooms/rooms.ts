import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Room } from '#kernel/language/room.ts';
import type { Check } from '../check.ts';
import { loadRooms } from '../definitions/all-rooms.ts';
import { roomsSelfTest } from '../self-tests/rooms.ts';
import { type RoomFile, hasKnownName, isTest, roomFiles, roomOf } from './room-files.ts';

/** Folder with pure rules that every room may import. It is no room and imports none. */
const SHARED = 'shared';
const isSharedRule = (path: string): boolean => /^business\/shared\/[\w-]+\.(rules|test)\.ts$/.test(path);

/** File with known violations: `file -> file`, `file -> table`, or a file without a known suffix. None may be added. */
const KNOWN_EXCEPTIONS = 'tools/check/rooms/known-exceptions.json';

type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** An import or a table by which a file of one room uses another room. */
interface Use {
  readonly from: RoomFile;
  readonly to: string;
  readonly what: string;
}

/** Checks that every folder of `business` is a room, and uses only the rooms that it needs. */
export const roomsCheck: Check = {
  name: 'rooms and what they need',
  selfTest: roomsSelfTest,
  async look(tree) {
    const rooms = await loadRooms(tree);
    const files = roomFiles(tree);
    const uses = usesIn(
      files.filter(({ path }) => !isTest(path)),
      tablesOf(rooms),
    );
    const known = knownExceptions(tree);
    const faults = [...unknownNames(files), ...relativeWays(files), ...unlawfulUses(uses, closureOf(rooms))];
    return {
      files: files.length,
      note: `${rooms.length} rooms, ${known.length} known exceptions`,
      problems: [
        ...withoutRoom(files, rooms),
        ...circles(rooms),
        ...unusedNeeds(rooms, uses),
        ...faults.filter(({ key }) => !known.includes(key)).map(({ key, words }) => `${key}: ${words}`),
        ...known
          .filter((one) => !faults.some(({ key }) => key === one))
          .map((one) => `${KNOWN_EXCEPTIONS}: ${one} is no longer needed.`),
      ],
    };
  },
};

const knownExceptions = (tree: string): string[] =>
  existsSync(join(tree, KNOWN_EXCEPTIONS))
    ? (JSON.parse(readFileSync(join(tree, KNOWN_EXCEPTIONS), 'utf8')) as string[])
    : [];

const tablesOf = (rooms: readonly Room[]): ReadonlyMap<string, string> =>
  new Map(rooms.flatMap((room) => room.papers.map(({ table }) => [table, room.name])));

/** Return faults for files and folders of `business` that belong to no room. */
function withoutRoom(files: readonly RoomFile[], rooms: readonly Room[]): string[] {
  const names = new Set(rooms.map((room) => room.name));
  return [...new Set(files.map(({ room }) => room))]
    .filter((room) => room !== SHARED && !names.has(room))
    .map((room) => `business/${room} is no room: no room.ts of this name.`);
}

/** A violation; `key` is its entry in the known exceptions. */
interface Fault {
  readonly key: string;
  readonly words: string;
}

const unknownNames = (files: readonly RoomFile[]): Fault[] =>
  files
    .filter(({ path, room }) => (room === SHARED ? !isSharedRule(path) : !hasKnownName(path)))
    .map(({ path }) => ({ key: path, words: 'the name of a business file ends in a known suffix.' }));

/**
 * Return imports with the wrong kind of path: files of the own room must be imported relatively, other rooms by
 * `#business/…`.
 */
const relativeWays = (files: readonly RoomFile[]): Fault[] =>
  files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, room, imports, computedImport }) => [
      ...imports
        .filter((one) => one.relative && !one.path.startsWith(`business/${room}/`))
        .map((one) => ({
          key: `${path} -> ${one.path}`,
          words: 'lies outside the room; another room is reached as #business/….',
        })),
      ...(computedImport ? [{ key: path, words: 'the address of an import is written out.' }] : []),
    ]);

/** Return the needed rooms of each room, indirect ones included. */
function closureOf(rooms: readonly Room[]): Needs {
  const direct = new Map(rooms.map((room) => [room.name, room.needs]));
  const all = (name: string, seen = new Set<string>()): Set<string> => {
    for (const one of direct.get(name) ?? []) if (!seen.has(one)) all(one, seen.add(one));
    return seen;
  };
  return new Map(rooms.map(({ name }) => [name, all(name)]));
}

const circles = (rooms: readonly Room[]): string[] =>
  [...closureOf(rooms)].filter(([name, needed]) => needed.has(name)).map(([name]) => `business/${name} needs itself.`);

const usesIn = (files: readonly RoomFile[], tables: ReadonlyMap<string, string>): Use[] =>
  files.flatMap((from) => [
    ...from.imports
      .filter(({ path }) => path.startsWith('business/') && roomOf(path) !== from.room && !isSharedRule(path))
      .map(({ path }) => ({ from, to: roomOf(path), what: path })),
    ...from.tables.flatMap((table) => {
      const to = tables.get(table);
      return to === undefined || to === from.room ? [] : [{ from, to, what: table }];
    }),
  ]);

/** Return faults for declared needs that neither imports nor SQL use. */
const unusedNeeds = (rooms: readonly Room[], uses: readonly Use[]): string[] =>
  rooms.flatMap(({ name, needs }) =>
    needs
      .filter((need) => !uses.some((one) => one.from.room === name && one.to === need))
      .map((need) => `business/${name}/room.ts says that it needs ${need}, and uses nothing of it.`),
  );

const unlawfulUses = (uses: readonly Use[], needs: Needs): Fault[] =>
  uses
    .filter(({ from, to }) => !needs.get(from.room)?.has(to))
    .map(({ from, to, what }) => ({
      key: `${from.path} -> ${what}`,
      words: `room ${from.room} does not need ${to}; let it declare a hook, or say so in its room.ts.`,
    }));
