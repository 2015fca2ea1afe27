import { files } from '#kernel/fields/file/file.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ownedByFamily } from '../owned-period.rules.ts';
import { recordsOfOwnHomes } from '../rights.rules.ts';
import { meterChangeRights } from './rights.rules.ts';

/**
 * The exchange of a meter, with the last reading of the old one and the first of the new one. Figures continue across
 * it.
 */
export const meterChange = paper('meterChange', {
  title: ['换表记录', 'Meter change'],
  table: 'iot_meter_change',
  path: 'iot/meter-change',
  rights: meterChangeRights,
  team: { through: 'deviceId', paper: 'device' },
  mine: recordsOfOwnHomes,
  ownedPeriod: ownedByFamily('changeTime'),
  caption: 'identifier',
  hint: ['deviceId', 'changeTime'],
  uniques: [['deviceId', 'identifier', 'changeTime']],
  fields: {
    deviceId: ref('device', ['设备', 'Device'], { required: true, list: true, filter: 'exact' }),
    identifier: text(['累计项', 'Counter'], {
      list: true,
      filter: 'exact',
      max: 50,
      example: '',
      help: [
        '物模型里的标识符，空着用主要的累计量',
        'Its identifier in the thing model; the main counter where it is empty',
      ],
    }),
    changeTime: moment(['换表时间', 'Changed at'], { required: true, list: true, filter: 'range' }),
    oldEnd: quantity(['旧表止码', 'Old meter ended at'], { required: true, list: true }),
    newStart: quantity(['新表起码', 'New meter began at'], { required: true, list: true, initial: '0' }),
    photos: files(['照片', 'Photos'], { takes: 'image', most: 3 }),
    changedBy: person(['换表人', 'Changed by'], {
      list: true,
      filter: 'exact',
      help: ['空着是登记人', 'Whoever records it where it is empty'],
    }),
    replacedId: ref('device', ['被替换设备', 'In place of'], { auto: true, list: true, filter: 'exact' }),
    remark: text(['备注', 'Remark'], { max: 200, wide: true }),
  },
  columns: ['changeTime', 'deviceId', 'identifier', 'oldEnd', 'newStart', 'changedBy', 'replacedId'],
  card: ['identifier', 'deviceId', 'changeTime', 'oldEnd', 'newStart'],
  order: { by: 'changeTime', down: true },
  menu: { group: 'iot-records', icon: 'gauge', path: '/iot/meterChange', sort: 45 },
});
