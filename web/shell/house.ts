import { roomsAtOnce } from '#business/rooms-at-once.ts';
import { addRooms, knowRooms } from '#kernel/web/registry/papers.ts';
import { type RoomScreens, knowScreens } from '#kernel/web/registry/screens.ts';

/** The house is put together here: its rooms, and the own screens that some rooms have. */
const own = import.meta.glob<{ screens: RoomScreens }>('../../business/*/room.screens.ts', { eager: true });

knowRooms(roomsAtOnce);
// What only administrators open is fetched when a page stands, or when one of its own is opened.
addRooms(async () => [(await import('#business/platform/room.ts')).platform]);
knowScreens(Object.values(own).map((module) => module.screens));
