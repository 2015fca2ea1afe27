import { rooms } from '#business/rooms.ts';
import { knowRooms } from '#kernel/web/papers/papers.ts';
import { type Screens, knowScreens } from '#kernel/web/papers/screens.ts';

/** The house is put together here: its rooms, and the own screens that some rooms have. */
const own = import.meta.glob<{ screens: Screens }>('../../business/*/room.screens.ts', { eager: true });

knowRooms(rooms);
knowScreens(Object.values(own).map((module) => module.screens));
