import { dict } from '#kernel/fields/dict/dict.ts';
import { mac } from '#kernel/fields/mac/mac.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { commandSource } from '#business/iot/commands/dictionaries.ts';
import { ownedByFamily } from '#business/iot/records/owned-period.rules.ts';
import { deviceRecordRights, recordsOfOwnHomes } from '#business/iot/records/rights.rules.ts';

const sought = { auto: true, list: true, filter: 'exact' } as const;

/** A filter that was replaced: its device confirmed the reset. */
export const filterRecord = paper('filterRecord', {
  title: ['滤芯记录', 'Filter record'],
  table: 'op_filter_record',
  path: 'blade-operation/filterScreen',
  rights: deviceRecordRights,
  team: { through: 'deviceId', paper: 'device' },
  department: { through: 'deviceId', paper: 'device' },
  mine: recordsOfOwnHomes,
  ownedPeriod: ownedByFamily('resetTime'),
  readOnly: true,
  caption: 'filterCode',
  hint: ['deviceId'],
  order: { by: 'resetTime', down: true },
  fields: {
    resetTime: moment(['复位时间', 'Reset'], { auto: true, list: true, filter: 'range' }),
    deviceId: ref('device', ['设备', 'Device'], sought),
    mac: mac(['MAC地址', 'MAC'], sought),
    filterCode: text(['滤芯', 'Filter'], { ...sought, max: 64 }),
    usedPercent: quantity(['剩余（%）', 'Left (%)'], { auto: true, list: true }),
    usedHours: quantity(['已用（小时）', 'Used (h)'], { auto: true, list: true }),
    resetUser: person(['复位人', 'Reset by'], sought),
    source: dict(commandSource, ['来源', 'Source'], sought),
  },
  columns: ['resetTime', 'deviceId', 'filterCode', 'usedPercent', 'usedHours', 'resetUser', 'source'],
  card: ['filterCode', 'deviceId', 'resetTime'],
  menu: { group: 'iot-records', icon: 'rotate-ccw', path: '/iot/filterRecord', sort: 60 },
});
