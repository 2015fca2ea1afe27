import { machineTies } from '#business/customers/equipment/machine-ties.server.ts';
import { openReports } from './home/machine-ties.server.ts';
import { contributing, type RoomServer } from '#kernel/server';
import repairForm from './repair-form/repair-form.server.ts';
import registrationEquipment from './registration/registration-equipment.server.ts';
import registration from './registration/registration.server.ts';
import urge from './urge/urge.server.ts';
import { deskCalls } from './desk/desk.server.ts';
import { invariants } from './invariants.server.ts';
import { timelineStations } from './timeline/timeline.server.ts';
import { payersCall } from './cover/payers.server.ts';
import { bandCall } from './timeline/band/band.server.ts';
import { intakeStations } from './timeline/intake-stations.server.ts';
import { listenForFiles } from './home/orders-follow-file.server.ts';
import { homeEvents, intakeHomeEvents, openMattersCall } from './home/home-events.server.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { messageEvents } from '#business/messaging/event-catalogue.server.ts';
import { historyOfCustomer } from './desk/customer-history.server.ts';
import { intakePiles } from './desk/piles.server.ts';
import { intakeEvents } from './urge/intake-events.server.ts';
import { clockServices } from './registration/timed/clocked-order.server.ts';
import { fileOrders } from './registration/file-orders.server.ts';
import { orders } from './figures/orders.figure.ts';
import { backlog } from './figures/backlog.figure.ts';
import { sla } from './figures/sla.figure.ts';
import { cockpitFigures } from '#business/system/quality/figures/figure.server.ts';

/** The repair form with the calls of the desk. */
const repairFormAtDesk = { ...repairForm, calls: [...(repairForm.calls ?? []), ...deskCalls] };

/** The server side of requests, registrations and urges. */
export default {
  behaviours: [repairFormAtDesk, registration, registrationEquipment, urge],
  invariants,
  services: clockServices,
  startWork: listenForFiles,
  extensions: [historyOfCustomer, fileOrders, bandCall, payersCall, openMattersCall],
  contributions: [
    contributing(cockpitFigures, [orders, backlog, sla]),
    contributing(machineTies, openReports),
    contributing(timelineStations, intakeStations),
    contributing(workbenchPiles, intakePiles),
    contributing(homeEvents, intakeHomeEvents),
    contributing(messageEvents, [intakeEvents]),
  ],
  locks: [
    'serviceFile',
    { paper: 'repairForm', under: ['customerId', 'registerMainId'] },
    { named: 'repair ' },
    { named: 'file ' },
    { paper: 'registration', under: ['customerId', 'registerMainId', 'repairFormId'] },
    'technician',
  ],
} satisfies RoomServer;
