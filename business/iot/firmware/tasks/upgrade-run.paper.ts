import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { moduleCode, upgradeState } from '../dictionaries.ts';
import { ownedByFamily } from '../../records/owned-period.rules.ts';
import { upgradeRunRights } from '../rights.rules.ts';

const auto = { auto: true } as const;
const column = { auto: true, list: true } as const;
const sought = { auto: true, list: true, filter: 'exact' } as const;

/** The upgrade of one device by a task. The product alone writes it, by messages of the device and by time. */
export const upgradeRun = paper('upgradeRun', {
  title: ['升级记录', 'Upgrade of a device'],
  plural: 'Upgrades of devices',
  table: 'iot_upgrade_execution',
  path: 'iot/firmware-upgrade-task/execution',
  habit: 'rest',
  says: { state: 'upgradeStatus' },
  wireNames: { deviceName: 'deviceId', taskName: 'taskId' },
  rights: upgradeRunRights,
  sight: 'shared',
  ownedPeriod: ownedByFamily('startTime'),
  readOnly: true,
  caption: 'toVersion',
  hint: ['deviceId'],
  // Upgrades that have not ended are a small part of all. The engine reads them when they are due.
  partialIndexes: [
    {
      by: 'dueTime',
      where: {
        upgradeStatus: [
          'pending',
          'queued',
          'notified',
          'confirming',
          'downloading',
          'downloaded',
          'verifying',
          'installing',
          'rebooting',
          'verifying_version',
        ],
      },
    },
  ],
  fields: {
    taskId: ref('upgradeTask', ['升级任务', 'Upgrade task'], sought),
    firmwareId: ref('firmware', ['固件', 'Firmware'], { ...auto, filter: 'exact' }),
    deviceId: ref('device', ['设备', 'Device'], sought),
    moduleCode: dict(moduleCode, ['模块', 'Module'], auto),
    wave: integer(['批次', 'Batch'], sought),
    upgradeStatus: dict(upgradeState, ['状态', 'State'], sought),
    percent: integer(['进度', 'Progress'], column),
    step: integer(['步骤码', 'Step code'], { ...column, min: '-99' }),
    fromVersion: text(['原版本', 'From version'], { ...column, max: 32 }),
    toVersion: text(['目标版本', 'To version'], { ...column, max: 32 }),
    attempt: integer(['次数', 'Attempts'], column),
    notifiedTime: moment(['推送时间', 'Notified at'], column),
    startTime: moment(['开始', 'Since'], column),
    lastTime: moment(['最近进展', 'Last progress'], column),
    endTime: moment(['结束', 'Ended'], column),
    dueTime: moment(['下次处理', 'Due'], auto),
    failReason: text(['原因', 'Reason'], { ...column, max: 200, isProductText: true }),
    // Device and module of an open upgrade; unique, so that a device has one at a time. Empty once it has ended.
    openKey: text(['未结标识', 'Key while open'], { ...auto, unique: true, wire: true, max: 64 }),
  },
  views: {
    failed: { label: ['失败', 'Failed'], filter: { upgradeStatus_in: 'failed,timeout' }, worry: true },
  },
  columns: [
    'deviceId',
    'taskId',
    'wave',
    'upgradeStatus',
    'percent',
    'fromVersion',
    'toVersion',
    'attempt',
    'startTime',
    'endTime',
    'failReason',
  ],
  card: ['deviceId', 'upgradeStatus', 'percent', 'fromVersion', 'toVersion', 'failReason'],
  menu: { group: 'iot-firmware', icon: 'list', path: '/matter/upgradeRecord', sort: 30 },
});
