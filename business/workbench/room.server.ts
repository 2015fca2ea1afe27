import { type RoomServer, contributing } from '#kernel/server';
import { benchFigures, benchNexts } from '#business/masterdata/piles/bench.server.ts';
import { leaderFigures, leaderNexts } from './bench/leader.server.ts';
import { chainCall } from './timeline/chain/chain.server.ts';
import { prints } from './timeline/prints/prints.server.ts';
import { homeCall } from './home/home.server.ts';
import { teamLoadCall, workbenchCall } from './work.server.ts';

/** The server side of the workbench, the timeline of an order and its prints. */
export default {
  behaviours: [],
  contributions: [contributing(benchFigures, leaderFigures), contributing(benchNexts, leaderNexts)],
  extensions: [workbenchCall, teamLoadCall, homeCall, chainCall, ...prints],
} satisfies RoomServer;
