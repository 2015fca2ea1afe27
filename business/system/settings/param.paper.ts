import { longText } from '#kernel/fields/long-text/long-text.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { administratorRights } from '../rights.rules.ts';

/** A company's own value of a setting, in place of the value of the platform or product. */
export const param = paper('param', {
  title: ['参数', 'Parameter'],
  table: 'blade_param',
  path: 'blade-system/param',
  rights: administratorRights,
  sight: 'shared',
  wholeRows: true,
  caption: 'paramName',
  hint: ['paramKey'],
  search: ['paramName', 'paramKey'],
  fields: {
    paramName: text(['参数名称', 'Parameter name'], {
      required: true,
      list: true,
      filter: 'like',
      max: 255,
      width: 240,
      isProductText: true,
    }),
    paramKey: text(['参数键名', 'Parameter key'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 255,
      width: 220,
    }),
    paramValue: longText(['参数键值', 'Parameter value'], { required: true, list: true, max: 2000 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  menu: { group: 'system', icon: 'sliders-horizontal', path: '/system/param', sort: 90 },
  familyPage: { group: 'system', code: 'param', path: '/system/param' },
});
