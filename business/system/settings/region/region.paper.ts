import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { regionLevel } from '../../dictionaries.ts';
import { administratorRights } from '../../rights.rules.ts';

/** Provinces, cities and districts by their statistics code. */
export const region = paper('region', {
  title: ['行政区划', 'Region'], table: 'blade_region', path: 'blade-system/region', owner: 'platform',
  rights: { ...administratorRights, write: ['administrator'], remove: ['administrator'] }, sight: 'shared', pickable: ['parentCode', 'level'],
  key: 'code', caption: 'name', hint: ['cityName', 'provinceName'], search: ['code', 'name'], order: { by: 'code' },
  fields: {
    code: text(['区划编号', 'Code'], { required: true, example: '99#', unique: true, list: true, filter: 'like', max: 12 }),
    parentCode: text(['父区划编号', 'Parent code'], { required: true, list: true, filter: 'exact', max: 12 }),
    name: text(['区划名称', 'Region'], { required: true, list: true, filter: 'like', max: 32 }),
    level: dict(regionLevel, ['区划级别', 'Level'], { required: true, numeric: true, list: true, filter: 'exact' }),
    ancestors: text(['祖区划编号', 'Ancestors'], { max: 255 }),
    provinceCode: text(['省级编号', 'Province code'], { max: 12 }), provinceName: text(['省级名称', 'Province'], { list: true, max: 32 }),
    cityCode: text(['市级编号', 'City code'], { max: 12 }), cityName: text(['市级名称', 'City'], { list: true, max: 32 }),
    districtCode: text(['区级编号', 'District code'], { max: 12 }), districtName: text(['区级名称', 'District'], { max: 32 }),
    sort: integer(['排序', 'Order'], { list: true }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  menu: { group: 'system', icon: 'map', path: '/base/region', sort: 100 },
});
