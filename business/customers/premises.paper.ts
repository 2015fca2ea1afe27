import { postalAddress } from '#kernel/fields/postal-address/postal-address.ts';
import { day } from '#kernel/fields/day/day.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { place } from '#kernel/fields/place/place.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { region } from '#kernel/fields/region/region.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { heatSource } from './dictionaries.ts';
import { customerRights } from './rights.rules.ts';

/** A residential estate: sets team, distance, water hardness and access for its addresses. */
export const premises = paper('premises', {
  title: ['楼盘', 'Premises'],
  plural: 'Premises',
  table: 'asbasepremises',
  path: 'blade-maintenance/webApi/asbasepremises',
  aliases: ['blade-maintenance/webApi/premises'],
  rights: customerRights,
  sight: 'colleagues',
  team: { field: 'customerServiceTeam' },
  canBeDisabled: true,
  caption: 'premisesName',
  hint: ['districtCode', 'address'],
  search: ['premisesCode', 'premisesName', 'alias', 'address', 'developer', 'propertyCompany'],
  findable: { by: ['premisesName', 'alias', 'premisesCode'], shapes: ['text', 'number'] },
  fields: {
    premisesCode: paperNumber(['楼盘编码', 'Premises code'], 'LP'),
    premisesName: text(['楼盘名称', 'Premises name'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 100,
    }),
    alias: text(['别名', 'Alias'], {
      filter: 'like',
      max: 100,
      help: ['客户口中的叫法，找楼盘时也认', 'What callers name it; found by it too'],
    }),
    provinceCode: region(['省', 'Province'], { required: true, level: 1, initial: '31' }),
    cityCode: region(['市', 'City'], {
      required: true,
      list: true,
      filter: 'exact',
      level: 2,
      within: 'provinceCode',
      initial: '3101',
    }),
    districtCode: region(['区县', 'District'], {
      required: true,
      list: true,
      filter: 'exact',
      level: 3,
      within: 'cityCode',
    }),
    address: postalAddress(['地址', 'Address'], { required: true, list: true, max: 200, width: 220 }),
    location: place(['坐标', 'Coordinates']),
    customerServiceTeam: dict(customerServiceTeam, ['所属服务班组', 'Service team'], {
      required: true,
      list: true,
      filter: 'exact',
    }),
    areaCode: text(['服务片区', 'Service area'], { list: true, filter: 'exact', max: 32 }),
    baseDistanceKm: quantity(['距服务站里程（km）', 'Distance from base (km)'], { list: true }),
    developer: text(['开发商', 'Developer'], { max: 100 }),
    propertyCompany: text(['物业公司', 'Property company'], { max: 100 }),
    propertyPhone: phone(['物业电话', 'Property phone'], { any: true, personal: 'shown', max: 32 }),
    deliveryDate: day(['交房日期', 'Handover date'], { list: true, filter: 'range' }),
    households: integer(['总户数', 'Households'], { max: 100_000 }),
    heatSource: dict(heatSource, ['热源形式', 'Heat source'], { filter: 'exact' }),
    waterHardness: quantity(['水质硬度（mg/L）', 'Water hardness (mg/L)']),
    accessNote: text(['进场说明（停车/登记）', 'Access note'], { max: 500, wide: true }),
    remark: text(['备注', 'Remark'], { max: 500, wide: true }),
  },
  groups: [
    {
      label: ['楼盘', 'Premises'],
      fields: ['premisesCode', 'premisesName', 'alias', 'developer', 'deliveryDate', 'households'],
    },
    { label: ['位置', 'Place'], fields: ['provinceCode', 'cityCode', 'districtCode', 'address', 'location'] },
    {
      label: ['服务', 'Service'],
      fields: ['customerServiceTeam', 'areaCode', 'baseDistanceKm', 'heatSource', 'waterHardness'],
    },
    {
      label: ['物业与进场', 'Property manager and access'],
      fields: ['propertyCompany', 'propertyPhone', 'accessNote', 'remark'],
    },
  ],
  card: ['premisesName', 'districtCode', 'address', 'customerServiceTeam', 'baseDistanceKm'],
  menu: { group: 'master', icon: 'building-2', path: '/maintenance/asbasepremises', sort: 10 },
});
