import { contributing, type RoomServer } from '#kernel/server';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import homeRoom from './addresses/home-room.server.ts';
import roomAddress from './addresses/room-address.server.ts';
import { timelineStations } from '#business/intake/timeline/timeline.server.ts';
import { alarmStations } from './devices/alarms/alarm-stations.server.ts';
import { alarmPiles } from './devices/alarms/alarm-piles.server.ts';
import { benchFigures } from '#business/masterdata/piles/bench.server.ts';
import { operatorFigures } from './devices/bench/home-figures.server.ts';
import { homePiles } from './devices/bench/home-piles.server.ts';
import { faultOrdersAnswer } from './devices/alarms/fault-orders.server.ts';
import { telemetryAnswer } from './devices/alarms/door/telemetry-answer.server.ts';
import { premisesAnswer } from './devices/alarms/premises.server.ts';
import { alarmOfHomes, listenForRepairs } from './devices/alarms/alarm-extension.server.ts';
import { homesOfAreaAnswer } from './devices/homes-of-area.server.ts';
import { areaAnswer } from './devices/commands/area-answer.server.ts';
import filterRecord from './devices/commands/gateway-calls.server.ts';
import { listenForCommands } from './devices/commands/follow-commands.server.ts';
import { listenForTopologies } from './devices/commands/topology.server.ts';
import { workAnswer } from './devices/commands/work-answer.server.ts';
import { deviceOfHomes } from './devices/device-extension.server.ts';
import { metersOfHomes } from './devices/meters/meters-at-door.server.ts';
import { forgetDistributions } from './devices/distribution.server.ts';
import { invariants } from './devices/invariants.server.ts';
import household from './households/household.server.ts';
import feedback from './members/feedback.server.ts';
import member from './members/member.server.ts';
import { listenForAnnounced } from './pool/announced.server.ts';
import powerOnDevice from './pool/power-on-device.server.ts';
import { wallStreamRoute } from './wall/wall.server.ts';

/** The server side of this room: homes, their members, and the pool of devices. */
export default {
  behaviours: [roomAddress, homeRoom, household, member, feedback, powerOnDevice, filterRecord],
  invariants,
  extensions: [deviceOfHomes, alarmOfHomes, metersOfHomes],
  services: [premisesAnswer, homesOfAreaAnswer, faultOrdersAnswer, telemetryAnswer, workAnswer, areaAnswer],
  contributions: [
    contributing(workbenchPiles, [...alarmPiles, ...homePiles]),
    contributing(benchFigures, operatorFigures),
    contributing(timelineStations, alarmStations),
  ],
  routes: (_app, sessions) => [wallStreamRoute(sessions)],
  startWork(app) {
    forgetDistributions();
    listenForAnnounced(app);
    listenForRepairs(app);
    listenForCommands(app);
    listenForTopologies(app);
  },
  locks: [
    { paper: 'feedback' },
    { paper: 'household' },
    { named: 'home address ' },
    { paper: 'roomAddress' },
    { named: 'once op_room_address ' },
    { paper: 'member' },
    { named: 'once op_client ' },
    'customer',
    { named: 'device mac ' },
    'device',
    { paper: 'powerOnDevice' },
    { paper: 'cameraAccount' },
    'equipment',
  ],
} satisfies RoomServer;
