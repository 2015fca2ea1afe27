import { contributing, type RoomServer } from '#kernel/server';
import completion from './completion/completion.server.ts';
import completionSupply from './supplies/supplies.server.ts';
import completionCharge from './charges/charges.server.ts';
import annexes from './annexes/annexes.server.ts';
import { invariants } from './invariants.server.ts';
import { timelineStations } from '#business/intake/timeline/timeline.server.ts';
import { casePayers } from '#business/intake/cover/payers.server.ts';
import { completionPayers } from './charges/payers.server.ts';
import { completionStations } from './at-door/stations.server.ts';
import { homeEvents } from '#business/intake/home/home-events.server.ts';
import { completionHomeEvents } from './at-door/home-events.server.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { messageEvents } from '#business/messaging/event-catalogue.server.ts';
import { messageSubjects } from '#business/messaging/message-subject.server.ts';
import { factsOfOrders } from './at-door/order-facts.server.ts';
import { workOfVisits } from './at-door/visit-calls.server.ts';
import { workServices } from './at-door/visit-services.server.ts';
import { completionEvents } from './completion/messages/completion-events.server.ts';
import { completionSubject } from './completion/messages/message-subject.server.ts';
import { orderHistory } from './at-door/order-history.server.ts';
import { completionPiles } from './review/piles.server.ts';
import { firstFix } from './completion/facts/first-fix.figure.ts';
import { partsCost } from './completion/facts/parts.figure.ts';
import { cockpitFigures } from '#business/system/quality/figures/figure.server.ts';

/** The server side of completions. */
export default {
  behaviours: [completion, completionSupply, completionCharge, annexes],
  invariants,
  services: workServices,
  extensions: [workOfVisits, factsOfOrders, orderHistory],
  contributions: [
    contributing(cockpitFigures, [firstFix, partsCost]),
    contributing(timelineStations, completionStations),
    contributing(casePayers, completionPayers),
    contributing(workbenchPiles, completionPiles),
    contributing(homeEvents, completionHomeEvents),
    contributing(messageEvents, [completionEvents]),
    contributing(messageSubjects, [completionSubject]),
  ],
  locks: [
    'slaClock',
    { paper: 'completion', under: ['dispatchListId', 'dispId', 'registrationFormId'] },
    { paper: 'completionEquipment', under: ['completionId'], within: true },
    { paper: 'completionSupply', under: ['completionId'], within: true },
    { paper: 'completionAnnex', under: ['dispatchListId'], within: true },
    { named: 'once ascompletionannexrelation ' },
    { paper: 'completionCharge', under: ['completionId'], within: true },
    'equipment',
    'stock',
    'leave statistics ',
    'message to ',
  ],
} satisfies RoomServer;
