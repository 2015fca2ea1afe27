import type { RoomServer } from '#kernel/server/behaviour.ts';
import completion from './completion/completion.server.ts';
import completionSupply from './supplies/supplies.server.ts';
import completionCharge from './charges/charges.server.ts';
import annexes from './annexes/annexes.server.ts';
import { invariants } from './invariants.server.ts';

/** The server side of completions. */
export default {
  behaviours: [completion, completionSupply, completionCharge, annexes],
  invariants,
  locks: [
    'slaClock',
    { paper: 'completion', under: ['dispatchListId', 'dispId', 'registrationFormId'] },
    { paper: 'completionEquipment', under: ['completionId'], within: true },
    { paper: 'completionSupply', under: ['completionId'], within: true },
    { paper: 'completionAnnex', under: ['dispatchListId'], within: true },
    { paper: 'completionCharge', under: ['completionId'], within: true },
    'equipment',
    'stock',
    'leave statistics ',
    'message to ',
  ],
} satisfies RoomServer;
