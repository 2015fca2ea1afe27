import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** The own screens of this room, by name of the paper and by address; each is fetched when it is opened. */
export default {
  papers: {
    thingModel: () => import('./models/thing-model.screen.tsx'),
    device: () => import('./page/device.screen.tsx'),
    alarmRule: () => import('./alarms/rule-page/alarm-rule.screen.tsx'),
  },
  pages: {
    '/matter/modelDetail': () => import('./models/page/model.screen.tsx'),
    '/matter/modelDetail/:id': () => import('./models/page/model.screen.tsx'),
    '/matter/exampleDetail': () => import('./page/device-page.screen.tsx'),
    '/iot/alarmRule/:id': () => import('./alarms/rule-page/rule-page.screen.tsx'),
    '/iot/ingest': () => import('./page/ingest-page.screen.tsx'),
  },
} satisfies RoomScreens;
