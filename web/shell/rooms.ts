import { frameRooms, laterRooms } from 'virtual:rooms';
import { addRooms, knowRooms } from '#kernel/web/registry/papers.ts';
import { type RoomScreens, knowScreens } from '#kernel/web/registry/screens.ts';

/** The `room.screens.ts` of each room that has own screens. */
const screens = import.meta.glob<RoomScreens>('../../business/*/room.screens.ts', { eager: true, import: 'default' });

knowRooms(frameRooms);
// Rooms of administrators load after the first page, or when one of their pages opens.
addRooms(laterRooms);
knowScreens(Object.values(screens));
