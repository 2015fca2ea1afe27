import { flag } from '#kernel/fields/flag/flag.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { regionLevel } from '../../dictionaries.ts';
import { administratorRights } from '../../rights.rules.ts';

/** Provinces, cities and districts by their statistics code. */
export const regionPaper = paper('region', {
  title: ['行政区划', 'Region'],
  table: 'blade_region',
  path: 'blade-system/region',
  owner: 'platform',
  rights: { ...administratorRights, write: ['administrator'], remove: ['administrator'] },
  sight: 'shared',
  wholeRows: true,
  pickable: ['parentCode', 'level'],
  key: 'code',
  caption: 'name',
  hint: ['cityName', 'provinceName'],
  search: ['code', 'name'],
  order: { by: 'code' },
  fields: {
    code: text(['区划编号', 'Code'], {
      required: true,
      example: '99#',
      unique: true,
      list: true,
      filter: 'like',
      max: 12,
    }),
    parentCode: text(['父区划编号', 'Parent code'], { required: true, list: true, filter: 'exact', max: 12 }),
    name: text(['区划名称', 'Region'], { required: true, list: true, filter: 'like', max: 32 }),
    level: dict(regionLevel, ['区划级别', 'Level'], { required: true, numeric: true, list: true, filter: 'exact' }),
    ancestors: text(['祖区划编号', 'Ancestors'], { max: 255 }),
    provinceCode: text(['省级编号', 'Province code'], { max: 12 }),
    provinceName: text(['省级名称', 'Province'], { list: true, max: 32 }),
    cityCode: text(['市级编号', 'City code'], { max: 12 }),
    cityName: text(['市级名称', 'City'], { list: true, max: 32 }),
    districtCode: text(['区级编号', 'District code'], { max: 12 }),
    districtName: text(['区级名称', 'District'], { max: 32 }),
    townCode: text(['乡镇编号', 'Town code'], { max: 12 }),
    townName: text(['乡镇名称', 'Town'], { max: 64 }),
    villageCode: text(['村级编号', 'Village code'], { max: 12 }),
    villageName: text(['村级名称', 'Village'], { max: 64 }),
    parentId: text(['上级', 'Above'], { computed: true, wire: true }),
    parentName: text(['上级名称', 'Region above'], { computed: true, wire: true }),
    hasChildren: flag(['有下级', 'Has regions below'], { computed: true, wire: true }),
    sort: integer(['排序', 'Order'], { list: true, max: 1_000_000 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  menu: { group: 'system', icon: 'map', path: '/base/region', sort: 100 },
  familyPage: {
    group: 'base',
    code: 'region',
    path: '/base/region',
    buttons: {
      region_import: { action: 'import', alias: 'import', icon: 'upload', place: 1 },
      region_export: { action: 'export', alias: 'export', icon: 'download', place: 1 },
      region_debug: { action: 'view', alias: 'debug', icon: 'right-circle', place: 1 },
    },
  },
});
