import { doorPlace, meterPlace, telemetryPlace } from '#business/completion/finish/finish-places.view.tsx';
import { liveFaultPlace } from '#business/intake/desk/live/desk-places.view.tsx';
import {
  deviceBandPlace,
  deviceSettingsPlace,
  deviceToolsPlace,
} from '#business/iot/page/alarms/device-places.view.tsx';
import { fills } from '#kernel/web/registry/places.tsx';
import type { RoomScreens } from '#kernel/web/registry/screens.ts';

/** Screens of this room by paper name or page path; each is loaded when it is first opened. */
export default {
  papers: {
    roomAddress: () => import('./addresses/room-address.screen.tsx'),
    household: () => import('./households/household.screen.tsx'),
    alarm: () => import('./devices/alarms/drawer/alarm.screen.tsx'),
  },
  pages: {
    '/operation/home/:id': () => import('./home-page/home-now.screen.tsx'),
    '/operation/install': () => import('./install/install-page.screen.tsx'),
    '/iot/alarmCentre': () => import('./devices/alarms/centre/alarm-centre.screen.tsx'),
    '/operation/wall': () => import('./wall/wall-page.screen.tsx'),
  },
  places: [
    fills(deviceBandPlace, () => import('./devices/alarms/bands/device-band.view.tsx')),
    fills(deviceSettingsPlace, () => import('./devices/settings/device-settings.view.tsx')),
    fills(deviceToolsPlace, () => import('./devices/settings/collect-log.view.tsx')),
    fills(liveFaultPlace, () => import('./devices/alarms/bands/desk-band.view.tsx')),
    fills(telemetryPlace, () => import('./devices/alarms/door/telemetry-step.view.tsx')),
    fills(meterPlace, () => import('./devices/meters/meters-step.view.tsx')),
    fills(doorPlace, () => import('./devices/alarms/door/door-block.view.tsx')),
  ],
} satisfies RoomScreens;
