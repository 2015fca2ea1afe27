import type { Given } from '#kernel/stories/given.ts';
import { given as maintenance } from './maintenance/seed/given.ts';
import { given as materials } from './materials/room.given.ts';
import { given as piecework } from './piecework/room.given.ts';

/** What the papers of all rooms need around them before a sample of them can be saved; for stories only. */
export const given: Readonly<Record<string, Given>> = { ...maintenance, ...materials, ...piecework };
