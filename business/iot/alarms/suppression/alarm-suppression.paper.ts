import { dict } from '#kernel/fields/dict/dict.ts';
import { dicts } from '#kernel/fields/dicts/dicts.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { id, ref } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { alarmLevel } from '../../devices/dictionaries.ts';
import { suppressType } from '../dictionaries.ts';
import { suppressionRights } from '../rights.rules.ts';
import { anyText, either, list, optional, record } from '#kernel/language/calls/shape.ts';

const ids = optional(either(list(anyText), anyText));

/** The scope as published clients of the compatible API send it. */
const scopeShape = record({ modelIds: ids, deviceIds: ids, addressIds: ids, ruleCodes: ids, levels: ids });

/**
 * A period in which matching alarms are suppressed. The arrival of a technician at a visit creates one (`sourceId` is
 * the visit), and the end of the visit disables it.
 */
export const alarmSuppression = paper('alarmSuppression', {
  title: ['告警抑制', 'Alarm suppression'],
  table: 'iot_alarm_suppression',
  path: 'iot/alarm-service/suppression',
  habit: 'rest',
  rights: suppressionRights,
  sight: 'shared',
  caption: 'name',
  search: ['name'],
  extras: {
    match: structured(['范围', 'Scope'], { shape: scopeShape, example: '{"levels":["minor"]}' }),
  },
  indexed: { sourceId: 'suppressions of a visit', endTime: 'suppressions in force' },
  fields: {
    name: text(['名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    suppressType: dict(suppressType, ['类型', 'Kind'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'maintenance',
    }),
    modelIds: refs('thingModel', ['物模型', 'Thing models'], { max: 100 }),
    deviceIds: refs('device', ['设备', 'Devices'], { max: 500 }),
    addressIds: refs('roomAddress', ['地址', 'Addresses'], { max: 500 }),
    householdId: ref('household', ['家庭', 'Home'], { list: true, filter: 'exact' }),
    ruleCodes: text(['规则编码', 'Rule codes'], {
      max: 500,
      help: ['多个用逗号分开', 'Several are separated by commas'],
    }),
    levels: dicts(alarmLevel, ['级别', 'Levels']),
    startTime: moment(['开始', 'From'], { required: true, list: true, filter: 'range' }),
    endTime: moment(['结束', 'Until'], { list: true, filter: 'range' }),
    enabled: flag(['启用', 'Enabled'], { list: true, filter: 'exact', initial: true }),
    reason: text(['原因', 'Reason'], { list: true, max: 200, wide: true }),
    sourceId: id(['来源单据', 'Made by'], { auto: true, wire: true, filter: 'exact' }),
  },
  card: ['name', 'suppressType', 'startTime', 'endTime', 'enabled'],
  menu: { group: 'iot-alarms', icon: 'pause', path: '/iot/alarmSuppression', sort: 40 },
});
