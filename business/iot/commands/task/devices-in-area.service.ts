import { question } from '#kernel/language/rooms/service.ts';

/** The ids of devices at addresses of a region, by the beginning of its code; answered by the room that owns homes. */
export const devicesInArea = question<{ readonly code: string; readonly most: number }, readonly string[]>(
  'homes.devicesInArea',
);
