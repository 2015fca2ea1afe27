import type { Room } from '#kernel/language/room.ts';
import { device } from './devices/device.paper.ts';
import * as dictionaries from './dictionaries.ts';
import { modelAttribute } from './models/model-attribute.paper.ts';
import { modelVersion } from './models/model-version.paper.ts';
import { deviceEvent } from './records/device-event.paper.ts';
import { deviceLog } from './records/device-log.paper.ts';
import { deviceOnline } from './records/device-online.paper.ts';
import * as recordDictionaries from './records/dictionaries.ts';
import { ingestReject } from './records/ingest-reject.paper.ts';
import { thingModel } from './models/thing-model.paper.ts';

/** Devices: what their types can say and do, each one of them, and the way of a message from the socket to the row. */
export default {
  name: 'iot',
  title: ['设备', 'Devices'],
  needs: ['platform', 'masterdata'],
  load: 'later',
  topMenu: { code: 'iot', label: ['设备', 'Devices'], icon: 'cpu', sort: 5 },
  papers: [thingModel, modelVersion, modelAttribute, device, deviceEvent, deviceOnline, deviceLog, ingestReject],
  dictionaries: [...Object.values(dictionaries), ...Object.values(recordDictionaries)],
  groups: [
    { code: 'iot-devices', label: ['设备', 'Devices'], icon: 'cpu', sort: 160 },
    { code: 'iot-records', label: ['设备记录', 'Device records'], icon: 'scroll-text', sort: 165 },
  ],
  pages: [
    {
      code: 'iot-ingest',
      label: ['接入监控', 'Ingest monitor'],
      group: 'iot-devices',
      icon: 'activity',
      path: '/iot/ingest',
      sort: 90,
      roles: ['as_iot', 'as_manager', 'as_admin'],
    },
  ],
} satisfies Room;
