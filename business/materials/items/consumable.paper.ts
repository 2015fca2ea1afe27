import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { money } from '#kernel/fields/money/money.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { rate } from '#kernel/fields/rate/rate.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { equipmentCategory } from '#business/masterdata/dictionaries.ts';
import { usageUnit } from '../dictionaries.ts';
import { itemRights } from '../rights.rules.ts';

/** A part of a machine that wears out, with its lifetime. */
export const consumable = paper('consumable', {
  title: ['耗材', 'Consumable'],
  table: 'assupplies',
  path: 'blade-maintenance/webApi/assupplies',
  calls: { export: ['exportExcel'] },
  rights: itemRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'suppliesName',
  hint: ['suppliesCode'],
  search: ['suppliesCode', 'suppliesName', 'models'],
  fields: {
    suppliesCode: text(['耗材编码', 'Code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
    }),
    suppliesName: text(['耗材名称', 'Name'], { required: true, list: true, filter: 'like', max: 100 }),
    materialId: ref('material', ['对应物料', 'Material'], { required: true, list: true, filter: 'exact' }),
    equipmentCategory: dict(equipmentCategory, ['适用设备', 'Fits category'], {
      required: true,
      list: true,
      filter: 'exact',
    }),
    models: text(['适用型号', 'Fits models'], { filter: 'like', max: 255 }),
    lifeDays: integer(['标准寿命（天）', 'Life (days)'], { required: true, list: true, max: 36_500 }),
    lifeUsage: quantity(['标准寿命用量', 'Life (usage)']),
    usageUnit: dict(usageUnit, ['用量单位', 'Usage unit']),
    warnDays: integer(['提前预警（天）', 'Warn days before'], { required: true, list: true, max: 3650 }),
    hardnessFactor: rate(['水质系数', 'Hardness factor']),
    price: money(['更换报价', 'Replacement price'], { required: true, list: true }),
    stdMinutes: integer(['更换工时（分）', 'Minutes'], { max: 1440 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['耗材', 'Consumable'],
      fields: ['suppliesCode', 'suppliesName', 'materialId', 'equipmentCategory', 'models'],
    },
    { label: ['寿命', 'Life'], fields: ['lifeDays', 'lifeUsage', 'usageUnit', 'warnDays', 'hardnessFactor'] },
    { label: ['更换', 'Replacement'], fields: ['price', 'stdMinutes', 'remark'] },
  ],
  card: ['suppliesName', 'equipmentCategory', 'lifeDays', 'price'],
  menu: { group: 'master', icon: 'filter', path: '/maintenance/assupplies', sort: 44 },
});
