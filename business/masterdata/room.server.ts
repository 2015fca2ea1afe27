import type { RoomServer } from '#kernel/server/behaviour.ts';
import technician from '././people/technician/technician.server.ts';
import serviceStandard from '././standards/service-standard/service-standard.server.ts';
import { invariants } from './invariants.server.ts';

/** The server side of people, standards and records. */
export default {
  behaviours: [technician, serviceStandard],
  invariants,
  locks: [{ paper: 'technician' }],
} satisfies RoomServer;
