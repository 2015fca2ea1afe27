import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { thingCategory } from '../../devices/dictionaries.ts';
import { alarmRuleRights } from '../rights.rules.ts';

/** A group of trouble codes for one category of devices. */
export const troubleCategory = paper('troubleCategory', {
  title: ['故障码分类', 'Trouble category'],
  plural: 'Trouble categories',
  table: 'iot_trouble_category',
  path: 'iot/alarm-service/trouble-code/category',
  habit: 'rest',
  rights: alarmRuleRights,
  sight: 'shared',
  caption: 'name',
  englishCaption: 'nameEn',
  hint: ['categoryCode'],
  search: ['categoryCode', 'name', 'nameEn'],
  order: { by: 'sort' },
  fields: {
    categoryCode: text(['分类编码', 'Code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'exact',
      max: 32,
      example: 'category_#',
    }),
    name: text(['分类名称', 'Name'], { required: true, list: true, filter: 'like', max: 60 }),
    nameEn: text(['英文名称', 'English name'], { list: true, max: 60 }),
    thingCategory: dict(thingCategory, ['设备类别', 'Kind of device'], { list: true, filter: 'exact' }),
    parentId: ref('troubleCategory', ['上级分类', 'Within'], { filter: 'exact' }),
    sort: integer(['排序', 'Order'], { list: true, initial: 1, max: 1_000_000 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  card: ['name', 'categoryCode', 'thingCategory'],
  menu: { group: 'iot-alarms', icon: 'network', path: '/iot/troubleCategory', sort: 60 },
});
