import type { RoomServer } from '#kernel/server/behaviour.ts';
import dispatchForm from './dispatch-form/dispatch-form.server.ts';
import crewMember from './crew/crew.server.ts';
import visit from './visit/visit.server.ts';
import visitFile from './visit/visit-file.server.ts';
import delay from './delay/delay.server.ts';
import { invariants } from './invariants.server.ts';

/** The server side of dispatch forms, crews and visits. */
export default {
  behaviours: [dispatchForm, crewMember, visit, visitFile, delay],
  invariants,
  locks: [
    'registration',
    { paper: 'dispatchForm', under: ['registrationFormId'] },
    { paper: 'visit', under: ['dispId'] },
    'technician',
    { paper: 'crewMember', under: ['dispId'], within: true },
    'slaClock',
  ],
} satisfies RoomServer;
