import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { phone } from '#kernel/fields/phone/phone.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { choicesOf } from '#kernel/language/dictionary.ts';
import { equipmentCategory, settleCycle } from '../dictionaries.ts';
import { standardRights } from '../rights.rules.ts';

/** The fee that a manufacturer pays for labour on one class of machine. */
export interface LabourFee {
  equipmentCategory: string;
  fee: string;
  note?: string;
}

/** A manufacturer of equipment: its warranty, and its fees for work under warranty. */
export const manufacturer = paper('manufacturer', {
  title: ['厂家', 'Manufacturer'],
  table: 'asmanufacturer',
  path: 'blade-maintenance/webApi/asmanufacturer',
  rights: standardRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'manufacturerName',
  hint: ['brandNames'],
  search: ['manufacturerCode', 'manufacturerName', 'brandNames'],
  fields: {
    manufacturerCode: text(['厂家编码', 'Code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
      width: 110,
    }),
    manufacturerName: text(['厂家名称', 'Name'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 100,
      width: 180,
    }),
    brandNames: text(['品牌', 'Brands'], { list: true, filter: 'like', max: 200 }),
    contact: text(['联系人', 'Contact'], { max: 64 }),
    phone: phone(['电话', 'Phone'], { any: true, personal: 'shown', max: 32 }),
    settleCycle: dict(settleCycle, ['结算周期', 'Settlement cycle'], { list: true, filter: 'exact' }),
    laborRateRule: structured<LabourFee[], { rows: true; parts: readonly StructuredPart[] }>(
      ['工费标准', 'Labour fee rules'],
      {
        rows: true,
        parts: [
          {
            name: 'equipmentCategory',
            label: ['设备类别', 'Equipment'],
            type: 'choice',
            choices: choicesOf(equipmentCategory),
            required: true,
          },
          { name: 'fee', label: ['工费（元）', 'Fee (CNY)'], type: 'number', required: true },
          { name: 'note', label: ['说明', 'Note'], type: 'text' },
        ],
      },
    ),
    mileageFreeKm: quantity(['免里程（km）', 'Free distance (km)']),
    mileagePrice: price(['里程单价', 'Price per km']),
    claimDays: integer(['申报时限（天）', 'Days to claim'], { list: true, max: 3650 }),
    defaultWarrantyMonths: integer(['默认质保（月）', 'Default warranty (months)'], {
      list: true,
      max: 600,
      help: ['不填按 24 个月', '24 where empty'],
    }),
  },
  groups: [
    {
      label: ['厂家', 'Manufacturer'],
      fields: ['manufacturerCode', 'manufacturerName', 'brandNames', 'contact', 'phone'],
    },
    {
      label: ['质保与结算', 'Warranty and settlement'],
      fields: ['defaultWarrantyMonths', 'claimDays', 'settleCycle', 'mileageFreeKm', 'mileagePrice', 'laborRateRule'],
    },
  ],
  card: ['manufacturerName', 'brandNames', 'defaultWarrantyMonths', 'claimDays'],
  menu: { group: 'master', icon: 'factory', path: '/maintenance/asmanufacturer', sort: 40 },
});
