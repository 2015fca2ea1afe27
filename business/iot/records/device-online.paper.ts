import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { onlineReason, onlineStatus } from '../devices/dictionaries.ts';
import { ownedByFamily } from './owned-period.rules.ts';
import { deviceRecordRights, recordsOfOwnHomes } from './rights.rules.ts';

/** A change of presence: a device came online or went offline. */
export const deviceOnline = paper('deviceOnline', {
  title: ['上下线记录', 'Connection change'],
  table: 'iot_online_event',
  path: 'iot/device-online',
  rights: deviceRecordRights,
  team: { through: 'deviceId', paper: 'device' },
  mine: recordsOfOwnHomes,
  ownedPeriod: ownedByFamily('changeTime'),
  readOnly: true,
  spans: { each: 'month', keepDays: 400 },
  caption: 'onlineStatus',
  hint: ['deviceId'],
  fields: {
    deviceId: ref('device', ['设备', 'Device'], { auto: true, list: true, filter: 'exact' }),
    onlineStatus: dict(onlineStatus, ['变为', 'Changed to'], { auto: true, list: true, filter: 'exact' }),
    reason: dict(onlineReason, ['依据', 'Cause'], { auto: true, list: true, filter: 'exact' }),
    changeTime: moment(['时间', 'Time'], { auto: true, list: true, filter: 'range' }),
    address: text(['对端地址', 'Peer address'], { auto: true, list: true, max: 64 }),
  },
  columns: ['changeTime', 'deviceId', 'onlineStatus', 'reason', 'address'],
  card: ['deviceId', 'onlineStatus', 'changeTime', 'reason'],
  menu: { group: 'iot-records', icon: 'wifi', path: '/iot/online', sort: 20 },
});
