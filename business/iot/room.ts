import type { Room } from '#kernel/language/room.ts';
import { alarm } from './alarms/alarm/alarm.paper.ts';
import { troubleCategory } from './alarms/codes/trouble-category.paper.ts';
import { troubleCode } from './alarms/codes/trouble-code.paper.ts';
import * as alarmDictionaries from './alarms/dictionaries.ts';
import { alarmRule } from './alarms/rules/alarm-rule.paper.ts';
import { alarmSuppression } from './alarms/suppression/alarm-suppression.paper.ts';
import { deviceCommand } from './commands/device-command.paper.ts';
import * as commandDictionaries from './commands/dictionaries.ts';
import { instruction } from './commands/instruction/instruction.paper.ts';
import { instructionTask } from './commands/task/instruction-task.paper.ts';
import { device } from './devices/device.paper.ts';
import * as dictionaries from './devices/dictionaries.ts';
import * as firmwareDictionaries from './firmware/dictionaries.ts';
import { firmware } from './firmware/library/firmware.paper.ts';
import { upgradeRun } from './firmware/tasks/upgrade-run.paper.ts';
import { upgradeTask } from './firmware/tasks/upgrade-task.paper.ts';
import * as connectDictionaries from './gateway/connect/dictionaries.ts';
import { connectConfig } from './gateway/connect/config/connect-config.paper.ts';
import { connectSample } from './gateway/connect/config/samples/connect-sample.paper.ts';
import { connectField } from './gateway/connect/config/connect-field.paper.ts';
import * as pointDictionaries from './gateway/connect/points/dictionaries.ts';
import { connectionModel } from './gateway/connect/points/connection-model.paper.ts';
import { connectionPoint } from './gateway/connect/points/connection-point.paper.ts';
import { modelMapping } from './gateway/connect/points/model-mapping.paper.ts';
import { deviceConnection } from './gateway/connect/channel/device-connection.paper.ts';
import * as channelDictionaries from './gateway/connect/channel/dictionaries.ts';
import { modelAttribute } from './models/model-attribute.paper.ts';
import { modelVersion } from './models/model-version.paper.ts';
import { deviceEvent } from './records/device-event.paper.ts';
import { deviceLog } from './records/device-log.paper.ts';
import { deviceOnline } from './records/device-online.paper.ts';
import * as recordDictionaries from './records/dictionaries.ts';
import { deviceLookBack } from './records/look-back/device-look-back.paper.ts';
import { ingestReject } from './records/ingest-reject.paper.ts';
import { meterChange } from './records/meters/meter-change.paper.ts';
import { thingModel } from './models/thing-model.paper.ts';

/** The room of devices: thing models, devices, the gateway, stored values, alarms and commands. */
export default {
  name: 'iot',
  title: ['设备', 'Devices'],
  needs: ['platform', 'masterdata'],
  load: 'later',
  topMenu: { code: 'iot', label: ['设备', 'Devices'], icon: 'cpu', sort: 5 },
  papers: [
    thingModel,
    modelVersion,
    modelAttribute,
    device,
    troubleCategory,
    troubleCode,
    alarmRule,
    alarm,
    alarmSuppression,
    deviceEvent,
    deviceOnline,
    deviceLog,
    ingestReject,
    deviceLookBack,
    meterChange,
    firmware,
    upgradeTask,
    upgradeRun,
    instruction,
    instructionTask,
    deviceCommand,
    connectConfig,
    connectField,
    connectSample,
    connectionModel,
    connectionPoint,
    modelMapping,
    deviceConnection,
  ],
  dictionaries: [
    ...Object.values(dictionaries),
    ...Object.values(alarmDictionaries),
    ...Object.values(recordDictionaries),
    ...Object.values(firmwareDictionaries),
    ...Object.values(commandDictionaries),
    ...Object.values(connectDictionaries),
    ...Object.values(pointDictionaries),
    ...Object.values(channelDictionaries),
  ],
  groups: [
    { code: 'iot-devices', label: ['设备', 'Devices'], icon: 'cpu', sort: 160 },
    { code: 'iot-connect', label: ['接入', 'Connections'], icon: 'network', sort: 161 },
    { code: 'iot-alarms', label: ['告警', 'Alarms'], icon: 'bell-ring', sort: 162 },
    { code: 'iot-firmware', label: ['固件升级', 'Firmware'], icon: 'package', sort: 164 },
    { code: 'iot-commands', label: ['指令', 'Commands'], icon: 'zap', sort: 163 },
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
  parameters: [
    {
      key: 'iot.history.messageDays',
      label: ['设备数据保留天数', 'Days that values of devices are kept'],
      initial: '400',
    },
    {
      key: 'iot.history.hourDays',
      label: ['小时汇总保留天数', 'Days that sums of hours are kept'],
      initial: '1130',
    },
    {
      key: 'iot.register.perHour',
      label: ['每个物模型每小时可自注册的设备数', 'Devices of a model that may register themselves in an hour'],
      initial: '200',
    },
    {
      key: 'iot.alarm.autoCloseHours',
      label: ['恢复后自动关闭（小时）', 'Recovered alarms close after (h)'],
      initial: '72',
    },
    {
      key: 'iot.alarm.reopenSeconds',
      label: ['恢复后再报算同一条（秒）', 'Raised again within (s) is the same alarm'],
      initial: '300',
    },
    {
      key: 'iot.alarm.stormPerMinute',
      label: ['风暴门槛（每分钟）', 'Alarms a minute that are a storm'],
      initial: '60',
    },
    {
      key: 'iot.command.desiredHours',
      label: ['期望值的有效时间（小时）', 'Hours for which a wanted value waits for its device'],
      initial: '24',
    },
    {
      key: 'bench.target.devicesOnline',
      label: ['工作台目标：设备在线（%）', 'Workbench target: devices online (%)'],
      initial: '98',
    },
    {
      key: 'bench.target.messagesStored',
      label: ['工作台目标：收到并落库（%）', 'Workbench target: received and stored (%)'],
      initial: '99.99',
    },
    {
      key: 'bench.target.commandsDone',
      label: ['工作台目标：下行成功（%）', 'Workbench target: commands that succeeded (%)'],
      initial: '98',
    },
  ],
} satisfies Room;
