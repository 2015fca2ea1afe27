import type { Effect } from '#kernel/language/rooms/effect.ts';

/**
 * Writes that this room causes: the papers or calls that cause them (`by`), the papers that are written (`on`), and
 * why.
 */
export default [
  {
    by: ['thingModel', 'thingModel/built-in'],
    on: ['modelVersion', 'alarmRule', 'troubleCategory', 'troubleCode'],
    does: ['create', 'change'],
    because: 'a model that is published or built in brings its version, its rules and its codes',
  },
  {
    by: ['alarm', 'device'],
    on: ['device', 'alarm'],
    does: ['touch', 'move', 'change'],
    because: 'a device counts its open alarms, and alarms end with the device',
  },
  {
    by: ['device/look-back', 'device/look-back-end'],
    on: ['deviceLookBack'],
    does: ['create', 'change'],
    because: 'to look back is to open a permit of one hour; nobody writes these rows by hand',
  },
  {
    by: [
      'firmware',
      'upgradeTask/way-back',
      'device/blade-operation/household-manage/forceUpgrade',
      'device/blade-operation/deviceLog/appUpdate',
    ],
    on: ['upgradeTask'],
    does: ['create', 'act', 'move'],
    because: 'a trial, a way back and the upgrade of one device are tasks, and revoked firmware ends its tasks',
  },
  {
    by: ['upgradeTask', 'firmware'],
    on: ['upgradeRun', 'firmware'],
    does: ['create', 'touch', 'move'],
    because: 'a task has a row for each device, and the end of a trial decides about its firmware',
  },
  {
    by: ['upgradeTask/execution/retry'],
    on: ['upgradeRun', 'upgradeTask'],
    does: ['touch', 'move'],
    because: 'a completed task runs again while some of its devices do',
    named: 'whoever may run a task may try its devices again',
  },
  {
    by: [
      'instructionTask',
      'instructionTask/add',
      'instructionTask/undo',
      'device/control',
      'device/blade-operation/equipmentSetting/update',
      'device/blade-operation/device/sync-device',
      'device/blade-operation/deviceLog/asyncLocalDevices',
      'device/blade-operation/deviceLog/collectLog',
      'filterRecord/reset',
      'alarm/remedy',
      'deviceCommand/cancel',
      'deviceCommand/undo',
    ],
    on: ['instructionTask', 'deviceCommand'],
    does: ['create', 'touch'],
    because: 'a command to a device is a row that the dispatcher sends, and a task has one for each of its devices',
    named: 'the right to send was asked for each device, or the devices of a task are in the sight of its author',
  },
  {
    by: ['device/blade-operation/device/sync-device'],
    on: ['instructionTask'],
    does: ['create', 'act', 'move'],
    because: 'to synchronise all gateways is a task, which runs at once',
    named: 'the right to create tasks was asked',
  },
  {
    by: ['device'],
    on: ['deviceCommand'],
    does: ['touch'],
    because: 'what waits for a device that is retired or removed is canceled',
  },
  {
    by: ['connectConfig'],
    on: ['deviceConnection'],
    does: ['create', 'change', 'remove'],
    because: 'a configuration that waits for devices owns one connection, which begins, stops and goes with it',
  },
  {
    by: ['connectConfig', 'connectConfig/packs/import', 'connectConfig/publish', 'connectField', 'connectSample'],
    on: ['connectConfig'],
    does: ['touch'],
    because: 'what was written is published at once, where no sample of the configuration breaks',
    named: 'the published form is made of the stored rows alone; the request cannot bring it',
  },
] satisfies Effect[];
