import { deviceSecretsRoute } from './devices/device-secrets.server.ts';
import { type RoomServer, contributing } from '#kernel/server';
import { archivedTables } from '#business/system/tenants/export/archived-tables.server.ts';
import { benchFigures, benchNexts } from '#business/masterdata/piles/bench.server.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { iotFigures } from './devices/bench/iot-figures.server.ts';
import { iotNexts } from './devices/bench/iot-next.server.ts';
import { iotPiles } from './devices/bench/iot-piles.server.ts';
import { listenForLeaving } from './alarms/alarm/end-alarms.server.ts';
import alarm from './alarms/alarm/alarm.server.ts';
import troubleCode from './alarms/codes/trouble-code.server.ts';
import alarmRule from './alarms/rules/alarm-rule.server.ts';
import alarmSuppression from './alarms/suppression/alarm-suppression.server.ts';
import { listenForAlarms } from './alarms/notify/notices.server.ts';
import { alarmStateTable } from './alarms/engine/alarm-state.server.ts';
import { controlCalls } from './commands/control/control.server.ts';
import { remedyCalls } from './commands/control/remedy.server.ts';
import deviceCommand from './commands/control/undo.server.ts';
import { dueCommandFunctions } from './commands/dispatch/due-commands.server.ts';
import instruction from './commands/instruction/instruction.server.ts';
import { taskInvariants } from './commands/task/task-invariants.server.ts';
import { taskStatusRoute } from './commands/task/task-status.server.ts';
import instructionTask, { scheduledTasks } from './commands/task/task.server.ts';
import { shadowTables } from './commands/shadow/shadow-table.server.ts';
import { traceCalls, traceStreamRoute } from './commands/trace/trace.server.ts';
import { traceTables } from './commands/trace/trace-tables.server.ts';
import { deviceKeyFunctions, deviceKeyTables } from './devices/device-key.server.ts';
import device from './devices/device.server.ts';
import { upgradeFunctions } from './firmware/engine/upgrade-engine.server.ts';
import firmware from './firmware/library/firmware.server.ts';
import { uploadRoute } from './firmware/library/upload.server.ts';
import { upgradeNowCalls } from './firmware/now/upgrade-now.server.ts';
import upgradeTask from './firmware/tasks/upgrade-task.server.ts';
import connectConfig from './gateway/connect/config/connect-config.server.ts';
import { channelFunctions, channelTables } from './gateway/connect/channel/channel-tables.server.ts';
import deviceConnection from './gateway/connect/channel/device-connection.server.ts';
import { connectionTestRoute } from './gateway/connect/channel/ports/probe.server.ts';
import connectSample from './gateway/connect/config/samples/connect-sample.server.ts';
import { frameSampleCalls } from './gateway/connect/config/samples/frame-sample.server.ts';
import connectField from './gateway/connect/config/connect-field.server.ts';
import { pointTables } from './gateway/connect/modbus/point-last.server.ts';
import connectionModel from './gateway/connect/points/connection-model.server.ts';
import connectionPoint from './gateway/connect/points/connection-point.server.ts';
import modelMapping from './gateway/connect/points/model-mapping.server.ts';
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

/** Calls about values and records have the API path of devices, so they belong to the server side of devices. */
const deviceWithValues = {
  ...device,
  calls: [...(device.calls ?? []), ...valueCalls, ...lookBackCalls, ...controlCalls, ...traceCalls, ...upgradeNowCalls],
};

/** The remedy of an alarm is a command, but its address is that of alarms. */
const alarmWithRemedies = { ...alarm, calls: [...(alarm.calls ?? []), ...remedyCalls] };

/** Samples of frames belong to configurations, but their address is that of connections. */
const deviceConnectionWithSamples = {
  ...deviceConnection,
  calls: [...(deviceConnection.calls ?? []), ...frameSampleCalls],
};

/** The server side of thing models and devices. */
export default {
  behaviours: [
    thingModel,
    modelAttribute,
    deviceWithValues,
    troubleCode,
    alarmRule,
    alarmWithRemedies,
    alarmSuppression,
    deviceLookBack,
    meterChange,
    instruction,
    instructionTask,
    deviceCommand,
    firmware,
    upgradeTask,
    connectConfig,
    connectField,
    connectSample,
    connectionModel,
    connectionPoint,
    modelMapping,
    deviceConnectionWithSamples,
  ],
  routes: (_app, sessions) => [
    downloadRoute(),
    deviceSecretsRoute(),
    ingestFiguresRoute(),
    taskStatusRoute(sessions),
    traceStreamRoute(sessions),
    uploadRoute(),
    connectionTestRoute(),
  ],
  due: [scheduledTasks],
  invariants: taskInvariants,
  contributions: [
    contributing(archivedTables, archivedHistory),
    contributing(workbenchPiles, iotPiles),
    contributing(benchFigures, iotFigures),
    contributing(benchNexts, iotNexts),
  ],
  watched: { device: watchedDevices },
  tables: [
    ...deviceKeyTables,
    ...telemetryTables,
    ...historyTables,
    alarmStateTable,
    ...shadowTables,
    ...traceTables,
    ...channelTables,
    ...pointTables,
  ],
  parts: [devicesPart, historyPart],
  startWork(app) {
    listenForAlarms(app);
    listenForLeaving(app);
  },
  functions: [...deviceKeyFunctions, ...dueCommandFunctions, ...upgradeFunctions, ...channelFunctions],
  locks: [
    { named: 'connect port ' },
    { named: 'once sys_device_connect_config ' },
    { paper: 'thingModel' },
    { named: 'iot model ' },
    { named: 'iot trace' },
    { paper: 'firmware' },
    { paper: 'upgradeTask' },
    { named: 'iot upgrade ' },
    { paper: 'alarmRule' },
    { paper: 'instructionTask' },
    { named: 'alarm storm ' },
    { paper: 'alarm' },
    { paper: 'device' },
    { paper: 'upgradeRun' },
    { paper: 'deviceCommand' },
    { named: 'once iot_alarm_rule ' },
  ],
} satisfies RoomServer;
