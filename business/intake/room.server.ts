import type { RoomServer } from '#kernel/server/behaviour.ts';
import repairForm from './repair-form/repair-form.server.ts';
import registration from './registration/registration.server.ts';
import urge from './urge/urge.server.ts';
import { deskCalls } from './desk/desk.server.ts';
import { invariants } from './invariants.server.ts';

/** The desk serves those who read repair forms. */
const repairFormAtDesk = { ...repairForm, calls: [...(repairForm.calls ?? []), ...deskCalls] };

/** The server side of requests, registrations and urges. */
export default {
  behaviours: [repairFormAtDesk, registration, urge],
  invariants,
  locks: [
    'serviceFile',
    { paper: 'repairForm', under: ['customerId', 'registerMainId'] },
    { named: 'repair ' },
    { named: 'file ' },
    { paper: 'registration', under: ['customerId', 'registerMainId', 'repairFormId'] },
    'technician',
  ],
} satisfies RoomServer;
