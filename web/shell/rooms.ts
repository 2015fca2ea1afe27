import { frameRooms, laterRooms } from 'virtual:rooms';
import { addRooms, knowRooms } from '#kernel/web/registry/papers.ts';
import { type RoomScreens, knowScreens } from '#kernel/web/registry/screens.ts';

/** The rooms that `business/` has, and the own screens of some. */
const screens = import.meta.glob<RoomScreens>('../../business/*/room.screens.ts', { eager: true, import: 'default' });

knowRooms(frameRooms);
// What only administrators open is fetched when a page stands, or when one of its own is opened.
addRooms(laterRooms);
knowScreens(Object.values(screens));
