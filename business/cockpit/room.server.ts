import type { RoomServer } from '#kernel/server';
import { drillFilters } from './kpi/drill-filters.server.ts';
import kpiDay from './kpi/kpi-day.server.ts';

/** The server side of the cockpit. */
export default {
  behaviours: [kpiDay],
  extensions: drillFilters,
  locks: [{ named: 'kpi days' }],
} satisfies RoomServer;
