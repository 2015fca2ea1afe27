import { deviceSecretsRoute } from './devices/device-secrets.server.ts';
import { type RoomServer, contributing } from '#kernel/server';
import { archivedTables } from '#business/system/tenants/export/archived-tables.server.ts';
import { listenForLeaving } from './alarms/alarm/end-alarms.server.ts';
import alarm from './alarms/alarm/alarm.server.ts';
import troubleCode from './alarms/codes/trouble-code.server.ts';
import alarmRule from './alarms/rules/alarm-rule.server.ts';
import alarmSuppression from './alarms/suppression/alarm-suppression.server.ts';
import { listenForAlarms } from './alarms/notify/notices.server.ts';
import { alarmStateTable } from './alarms/engine/alarm-state.server.ts';
import { deviceKeyFunctions, deviceKeyTables } from './devices/device-key.server.ts';
import device from './devices/device.server.ts';
import modelAttribute from './models/attribute.server.ts';
import { devicesPart } from './ingest/part/devices.server.ts';
import { historyPart } from './history/history-part.server.ts';
import { archivedHistory, historyTables } from './history/store/history-tables.server.ts';
import { telemetryTables } from './history/store/telemetry-tables.server.ts';
import { downloadRoute } from './values/download.server.ts';
import { ingestFiguresRoute } from './values/ingest-figures.server.ts';
import { valueCalls } from './values/values.server.ts';
import { watchedDevices } from './values/watched.server.ts';
import deviceLookBack, { lookBackCalls } from './records/look-back/device-look-back.server.ts';
import meterChange from './records/meters/meter-change.server.ts';
import thingModel from './models/thing-model.server.ts';

/** Calls about values and records stand at the address of their device. */
const deviceWithValues = { ...device, calls: [...(device.calls ?? []), ...valueCalls, ...lookBackCalls] };

/** The server side of thing models and devices. */
export default {
  behaviours: [
    thingModel,
    modelAttribute,
    deviceWithValues,
    troubleCode,
    alarmRule,
    alarm,
    alarmSuppression,
    deviceLookBack,
    meterChange,
  ],
  routes: () => [downloadRoute(), deviceSecretsRoute(), ingestFiguresRoute()],
  contributions: [contributing(archivedTables, archivedHistory)],
  watched: { device: watchedDevices },
  tables: [...deviceKeyTables, ...telemetryTables, ...historyTables, alarmStateTable],
  parts: [devicesPart, historyPart],
  startWork(app) {
    listenForAlarms(app);
    listenForLeaving(app);
  },
  functions: deviceKeyFunctions,
  locks: [
    { paper: 'thingModel' },
    { named: 'iot model ' },
    { paper: 'alarmRule' },
    { named: 'alarm storm ' },
    { paper: 'alarm' },
    { paper: 'device' },
    { named: 'once iot_alarm_rule ' },
  ],
} satisfies RoomServer;
