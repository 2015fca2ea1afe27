import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { fanganType } from '../dictionaries.ts';
import { catalogueRights } from '../rights.rules.ts';

/** A type of service contracts. Its lists are pages, which published clients read; `tree` answers the whole tree. */
export const schemeType = paper('schemeType', {
  title: ['方案类型', 'Contract type'],
  table: 'asschemetype',
  path: 'blade-maintenance/webApi/asschemetype',
  calls: { list: ['list', 'page'] },
  rights: catalogueRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'typeName',
  hint: ['typeCode'],
  search: ['typeCode', 'typeName'],
  order: { by: 'sort' },
  fields: {
    parentId: ref('schemeType', ['上级类型', 'Parent'], { list: true, filter: 'exact' }),
    typeCode: text(['类型编码', 'Type code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
    }),
    typeName: text(['类型名称', 'Type name'], { required: true, list: true, filter: 'like', max: 64 }),
    fanganType: dict(fanganType, ['方案大类', 'Kind'], { required: true, list: true, filter: 'exact' }),
    defaultCycleMonths: integer(['默认周期（月）', 'Default cycle (months)'], { list: true, max: 120 }),
    sort: integer(['排序', 'Sort'], { required: true, list: true, initial: 10, max: 1_000_000 }),
    icon: file(['图标', 'Icon'], { takes: 'image' }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  card: ['typeName', 'typeCode', 'fanganType', 'defaultCycleMonths'],
  menu: { group: 'master', icon: 'network', path: '/maintenance/asschemetype', sort: 46 },
});
