import { contributing, type RoomServer } from '#kernel/server';
import dispatchForm from './dispatch-form/dispatch-form.server.ts';
import crewMember from './crew/crew.server.ts';
import visit from './visit/visit.server.ts';
import visitFile from './visit/files/visit-file.server.ts';
import delay from './delay/delay.server.ts';
import { invariants } from './invariants.server.ts';
import { workAfterLastDay } from '#business/masterdata/people/technician/work-after-last-day.server.ts';
import { visitsAfterLastDay } from './crew/visits-after-last-day.server.ts';
import { technicianTies } from '#business/masterdata/people/technician/technician-ties.server.ts';
import { openVisitsTie } from './crew/open-visits-tie.server.ts';
import { timelineStations } from '#business/intake/timeline/timeline.server.ts';
import { dispatchStations } from './visit/history/stations.server.ts';
import { homeEvents } from '#business/intake/home/home-events.server.ts';
import { dispatchHomeEvents } from './visit/history/home-events.server.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { messageEvents } from '#business/messaging/event-catalogue.server.ts';
import { messageSubjects } from '#business/messaging/message-subject.server.ts';
import { orderDispatches, orderServices } from './dispatch-form/follow-order.server.ts';
import { leaveCalls } from './leave/leave-calls.server.ts';
import { leaveServices } from './leave/leave-conflicts.server.ts';
import { absenceEvents } from './messages/absence-events.server.ts';
import { dispatchSubjects } from './messages/message-subjects.server.ts';
import { visitEvents } from './messages/visit-events.server.ts';
import { replanPiles } from './candidates/replan/replan-piles.server.ts';
import { dispatchPiles } from './visit/piles.server.ts';
import { utilisation } from './visit/facts/utilisation.figure.ts';
import { visits } from './visit/facts/visits.figure.ts';
import { minutes } from './visit/facts/minutes.figure.ts';
import { cockpitFigures } from '#business/system/quality/figures/figure.server.ts';

/** The server side of dispatch forms, crews and visits. */
export default {
  behaviours: [dispatchForm, crewMember, visit, visitFile, delay],
  invariants,
  services: [...orderServices, ...leaveServices],
  extensions: [orderDispatches, leaveCalls],
  contributions: [
    contributing(cockpitFigures, [utilisation, visits, minutes]),
    contributing(technicianTies, [openVisitsTie]),
    contributing(workAfterLastDay, [visitsAfterLastDay]),
    contributing(timelineStations, dispatchStations),
    contributing(workbenchPiles, [...dispatchPiles, ...replanPiles]),
    contributing(homeEvents, dispatchHomeEvents),
    contributing(messageEvents, [visitEvents, absenceEvents]),
    contributing(messageSubjects, dispatchSubjects),
  ],
  locks: [
    'registration',
    { paper: 'dispatchForm', under: ['registrationFormId'] },
    { paper: 'visit', under: ['dispId'] },
    'technician',
    { paper: 'crewMember', under: ['dispId'], within: true },
    'slaClock',
  ],
} satisfies RoomServer;
