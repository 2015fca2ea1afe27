import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { engineerRights } from '../rights.rules.ts';

/**
 * Permission of one person to read records of a device from before the present home got it, until a time and for a
 * reason.
 */
export const deviceLookBack = paper('deviceLookBack', {
  title: ['回看记录', 'Look back'],
  table: 'iot_look_back',
  path: 'iot/device-look-back',
  rights: engineerRights,
  sight: 'shared',
  readOnly: true,
  caption: 'reason',
  hint: ['deviceId'],
  fields: {
    deviceId: ref('device', ['设备', 'Device'], { auto: true, list: true, filter: 'exact' }),
    readerId: person(['查看人', 'Reader'], { auto: true, list: true, filter: 'exact' }),
    reason: text(['原因', 'Reason'], { auto: true, list: true, max: 200, wide: true }),
    untilTime: moment(['有效至', 'Valid until'], { auto: true, list: true, filter: 'range' }),
    endedTime: moment(['结束时间', 'Ended'], { auto: true, list: true }),
  },
  columns: ['createTime', 'deviceId', 'readerId', 'reason', 'untilTime', 'endedTime'],
  card: ['reason', 'deviceId', 'readerId', 'untilTime'],
  menu: { group: 'iot-records', icon: 'history', path: '/iot/lookBack', sort: 50 },
});
