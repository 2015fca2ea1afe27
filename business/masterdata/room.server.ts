import { addedTo, contributing, type RoomServer } from '#kernel/server';
import { technicianTies } from './people/technician/technician-ties.server.ts';
import technician from './people/technician/technician.server.ts';
import { masterPiles } from './piles/master-piles.server.ts';
import { workbenchPiles } from './piles/piles.server.ts';
import serviceStandard from './standards/service-standard/service-standard.server.ts';
import { invariantsOf } from './invariants.server.ts';

/** The server side of people, standards and records. */
export default {
  behaviours: [technician, serviceStandard],
  contributions: [contributing(workbenchPiles, masterPiles)],
  invariants: (assembled) => invariantsOf(addedTo(assembled, technicianTies), assembled.papers),
  locks: [{ paper: 'technician' }],
} satisfies RoomServer;
