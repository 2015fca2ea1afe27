import { besidePlace } from '#business/masterdata/piles/bench-place.view.tsx';
import { fills } from '#kernel/web/registry/places.tsx';
import type { RoomScreens } from '#kernel/web/registry/screens.ts';

const ingestPage = () => import('./page/ingest-page.screen.tsx');
const pointsPage = () => import('./gateway/connect/points/page/points-page.screen.tsx');
const modelPage = () => import('./models/page/model.screen.tsx');

/** Screens of this room by paper name or page path; each is loaded when it is first opened. */
export default {
  papers: {
    thingModel: () => import('./models/thing-model.screen.tsx'),
    connectionModel: () => import('./gateway/connect/points/page/connection-model.screen.tsx'),
    device: () => import('./page/device.screen.tsx'),
    instruction: () => import('./commands/instruction/instruction.screen.tsx'),
    instructionTask: () => import('./commands/task/instruction-task.screen.tsx'),
    firmware: () => import('./firmware/library/firmware.screen.tsx'),
    upgradeTask: () => import('./firmware/tasks/upgrade-task.screen.tsx'),
    alarmRule: () => import('./alarms/rule-page/alarm-rule.screen.tsx'),
    connectConfig: () => import('./gateway/connect/painter/connect-config.screen.tsx'),
  },
  pages: {
    '/matter/modelDetail': modelPage,
    '/matter/modelDetail/:id': modelPage,
    '/ljgl/ljmxDetail': pointsPage,
    '/ljgl/ljmxDetail/:id': pointsPage,
    '/matter/exampleDetail': () => import('./page/device-page.screen.tsx'),
    '/iot/alarmRule/:id': () => import('./alarms/rule-page/rule-page.screen.tsx'),
    '/iot/instructionTask/:id': () => import('./commands/page/run-page.screen.tsx'),
    '/iot/upgradeTask/:id': () => import('./firmware/page/upgrade-page.screen.tsx'),
    '/iot/connectConfig/:id': () => import('./gateway/connect/painter/painter.screen.tsx'),
    '/iot/ingest': ingestPage,
    '/ljgl/lianjieguanliDetail': ingestPage,
  },
  places: [fills(besidePlace, () => import('./commands/page/running-beside.view.tsx'))],
} satisfies RoomScreens;
