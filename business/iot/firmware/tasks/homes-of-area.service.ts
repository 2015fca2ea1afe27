import { question } from '#kernel/language/rooms/service.ts';

/** Homes in a region and its parts, by the code of the region; answered by the room that owns homes. */
export const homesOfArea = question<{ readonly code: string }, readonly string[]>('homes.ofArea');
