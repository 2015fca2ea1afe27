import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { eventLevel } from '../devices/dictionaries.ts';
import { ownedByFamily } from './owned-period.rules.ts';
import { deviceRecordRights, recordsOfOwnHomes } from './rights.rules.ts';

/** An event that a device reported, as defined by its thing model. */
export const deviceEvent = paper('deviceEvent', {
  title: ['设备事件', 'Device event'],
  table: 'iot_event',
  path: 'iot/device-event',
  rights: deviceRecordRights,
  team: { through: 'deviceId', paper: 'device' },
  mine: recordsOfOwnHomes,
  ownedPeriod: ownedByFamily('eventTime'),
  readOnly: true,
  spans: { each: 'month', keepDays: 400 },
  caption: 'identifier',
  hint: ['deviceId'],
  fields: {
    deviceId: ref('device', ['设备', 'Device'], { auto: true, list: true, filter: 'exact' }),
    identifier: text(['事件', 'Event'], { auto: true, list: true, filter: 'like', max: 50, code: true }),
    level: dict(eventLevel, ['级别', 'Level'], { auto: true, list: true, filter: 'exact' }),
    eventTime: moment(['发生时间', 'Happened'], { auto: true, list: true, filter: 'range' }),
    params: structured(['参数', 'Parameters'], { auto: true, list: true, free: 'deviceMessage' }),
    late: flag(['迟到', 'Late'], { auto: true, list: true }),
    messageId: text(['消息号', 'Message no.'], { auto: true, max: 64 }),
  },
  columns: ['eventTime', 'deviceId', 'identifier', 'level', 'params'],
  card: ['identifier', 'deviceId', 'eventTime', 'level'],
  menu: { group: 'iot-records', icon: 'zap', path: '/iot/event', sort: 10 },
});
