import type { RoomServer } from '#kernel/server';
import { catalogueIn } from './kpi/catalogue.server.ts';
import { drillFilters } from './kpi/drill.server.ts';
import { assertFigures } from './kpi/figure-faults.server.ts';
import kpiDay from './kpi/kpi-day.server.ts';

/** The server side of the cockpit. */
export default {
  behaviours: [kpiDay],
  extensions: (assembled) => drillFilters(assertFigures(catalogueIn(assembled))),
  locks: [{ named: 'kpi days' }],
} satisfies RoomServer;
