import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Room } from '#kernel/language/room.ts';

type LoadedRoom = Pick<Room, 'name' | 'load'>;

const ID = 'virtual:rooms';

/** Return the source of `virtual:rooms`: rooms of the frame are imported statically, the others on demand. */
function sourceOf(root: string, rooms: readonly LoadedRoom[]): string {
  const files = (load: Room['load']): string[] =>
    rooms
      .filter((room) => room.load === load)
      .map(({ name }) => JSON.stringify(join(root, 'business', name, 'room.ts')));
  const [frame, later] = [files('frame'), files('later')];
  return [
    ...frame.map((file, at) => `import room${at} from ${file};`),
    `export const frameRooms = [${frame.map((_, at) => `room${at}`).join(', ')}];`,
    `export const laterRooms = async () => (await Promise.all([${later.map((file) => `import(${file})`).join(', ')}])).map((room) => room.default);`,
  ].join('\n');
}

/**
 * Provide the module `virtual:rooms`. In development a new or changed `room.ts` restarts the server, as the module
 * depends on it.
 */
export function roomModules(root: string, rooms: readonly LoadedRoom[]): Plugin {
  return {
    name: 'anju-rooms',
    resolveId: (source) => (source === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? sourceOf(root, rooms) : null),
    configureServer(server) {
      const follow = (file: string): void => {
        if (/[\\/]business[\\/][^\\/]+[\\/]room\.ts$/.test(file)) void server.restart();
      };
      server.watcher.on('add', follow).on('unlink', follow).on('change', follow);
    },
  };
}

/**
 * Return a pattern for the modules with definitions, refusals and dictionaries of rooms with this `load`; null if there
 * are none.
 */
export function definitionsOf(rooms: readonly LoadedRoom[], load: Room['load']): string | null {
  const names = rooms.filter((room) => room.load === load).map(({ name }) => name);
  return names.length > 0
    ? `[\\\\/]business[\\\\/](${names.join('|')})[\\\\/](.*(\\.paper|refusals|dictionaries)|room)\\.ts$`
    : null;
}
