import type { RoomServer } from '#kernel/server/behaviour.ts';
import { contributing } from '#kernel/server/contributed.ts';
import technician from './people/technician/technician.server.ts';
import { masterPiles } from './piles/master-piles.server.ts';
import { workbenchPiles } from './piles/piles.server.ts';
import serviceStandard from './standards/service-standard/service-standard.server.ts';
import { invariants } from './invariants.server.ts';

/** The server side of people, standards and records. */
export default {
  behaviours: [technician, serviceStandard],
  contributions: [contributing(workbenchPiles, masterPiles)],
  invariants,
  locks: [{ paper: 'technician' }],
} satisfies RoomServer;
