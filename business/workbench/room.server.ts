import type { RoomServer } from '#kernel/server';
import { chainCall } from './timeline/chain/chain.server.ts';
import { prints } from './timeline/prints/prints.server.ts';
import { homeCall } from './home/home.server.ts';
import { teamLoadCall, workbenchCall } from './work.server.ts';

/** The server side of the workbench, the timeline of an order and its prints. */
export default {
  behaviours: [],
  extensions: [workbenchCall, teamLoadCall, homeCall, chainCall, ...prints],
} satisfies RoomServer;
