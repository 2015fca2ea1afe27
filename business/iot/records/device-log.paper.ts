import { dict } from '#kernel/fields/dict/dict.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { deviceLogType, logDirection, deviceLogLevel } from './dictionaries.ts';
import { ownedByFamily } from './owned-period.rules.ts';
import { deviceRecordRights, recordsOfOwnHomes } from './rights.rules.ts';

/** A log entry about a device: connections, refused logins, and lines that the device itself reports. */
export const deviceLog = paper('deviceLog', {
  title: ['设备日志', 'Device log entry'],
  table: 'op_device_log',
  path: 'blade-operation/deviceLog',
  rights: deviceRecordRights,
  team: { through: 'deviceId', paper: 'device' },
  mine: recordsOfOwnHomes,
  ownedPeriod: ownedByFamily('logTime'),
  readOnly: true,
  spans: { each: 'month', keepDays: 90 },
  caption: 'content',
  hint: ['mac'],
  fields: {
    logTime: moment(['时间', 'Time'], { auto: true, list: true, filter: 'range' }),
    deviceId: ref('device', ['设备', 'Device'], { auto: true, list: true, filter: 'exact' }),
    mainMac: mac(['主设备MAC', 'MAC of the main device'], { auto: true, list: true, filter: 'exact' }),
    mac: mac(['设备MAC', 'MAC'], { auto: true, list: true, filter: 'exact' }),
    logType: dict(deviceLogType, ['类型', 'Kind'], { auto: true, list: true, filter: 'exact' }),
    level: dict(deviceLogLevel, ['级别', 'Level'], { auto: true, list: true, filter: 'exact' }),
    direction: dict(logDirection, ['方向', 'Direction'], { auto: true, list: true }),
    content: text(['内容', 'Content'], {
      auto: true,
      list: true,
      width: 280,
      filter: 'like',
      max: 4000,
      isProductText: true,
    }),
    payload: structured(['数据', 'Data'], { auto: true, free: 'deviceMessage' }),
    traceId: text(['追踪号', 'Trace id'], { auto: true, max: 64 }),
    fileUrl: text(['日志文件', 'Log file'], { auto: true, max: 500 }),
  },
  views: { trouble: { label: ['异常', 'Trouble'], filter: { level_in: 'warn,error' }, worry: true } },
  columns: ['logTime', 'deviceId', 'logType', 'level', 'content', 'mac'],
  card: ['content', 'deviceId', 'logType', 'logTime'],
  menu: { group: 'iot-records', icon: 'scroll-text', path: '/iot/log', sort: 40 },
});
