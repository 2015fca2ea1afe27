import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { price } from '#kernel/fields/price/price.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { materialType, trackMode, unit } from '../dictionaries.ts';
import { itemRights } from '../rights.rules.ts';

/** An item that is stored, used and paid for. */
export const material = paper('material', {
  title: ['物料', 'Material'],
  table: 'asbasematerial',
  path: 'blade-maintenance/webApi/asbasematerial',
  rights: itemRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'itemName',
  hint: ['itemCode', 'spec'],
  search: ['itemCode', 'itemName', 'spec', 'barcode'],
  findable: { by: ['itemName', 'itemCode'], shapes: ['text', 'code'] },
  fields: {
    itemCode: text(['物料编码', 'Material code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 50,
      code: true,
    }),
    itemName: text(['物料名称', 'Material name'], { required: true, list: true, filter: 'like', max: 200 }),
    itmsGrpCod: integer(['物料组代码', 'Material group code'], { max: 2_147_483_647 }),
    itmsGrpNam: text(['物料组', 'Material group'], { required: true, list: true, filter: 'exact', max: 64 }),
    materialType: dict(materialType, ['物料类型', 'Material type'], { required: true, list: true, filter: 'exact' }),
    spec: text(['规格型号', 'Specification'], { list: true, filter: 'like', max: 100 }),
    manufacturerId: ref('manufacturer', ['品牌厂家', 'Manufacturer'], { list: true, filter: 'exact' }),
    unit: dict(unit, ['单位', 'Unit'], { required: true, list: true }),
    barcode: text(['条码', 'Bar code'], { filter: 'like', max: 64, code: true }),
    packBarcode: text(['箱码', 'Box code'], { filter: 'like', max: 64, code: true }),
    packQty: quantity(['每箱数量', 'Pieces in a box']),
    trackMode: dict(trackMode, ['管理方式', 'Tracking'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'qty',
      help: [
        '序列号：一号一件；批次暂按数量管理',
        'Serial: one number, one piece; batches count as quantities for now',
      ],
    }),
    salePrice: price(['销售单价', 'Sale price'], { required: true, list: true }),
    costPrice: price(['成本单价', 'Cost price'], { auto: true }),
    inWarrantyPrice: price(['厂家结算价', 'Manufacturer price']),
    warrantyMonths: integer(['配件质保（月）', 'Part warranty (months)'], { list: true, max: 600 }),
    returnOld: flag(['旧件需返还', 'Old part to be returned'], { list: true, filter: 'exact', initial: false }),
    minStock: quantity(['安全库存', 'Safety stock'], {
      list: true,
      help: ['总仓与区域仓低于此数预警', 'Main and area warehouses warn below it'],
    }),
    maxStock: quantity(['最高库存', 'Maximum']),
    defaultWarehouseId: ref('warehouse', ['默认仓库', 'Default warehouse']),
    validFor: flag(['有效', 'Active in SAP'], { list: true, filter: 'exact', initial: true }),
    imageFile: file(['图片', 'Image']),
    sapUpdateTime: moment(['SAP更新时间', 'SAP update'], { auto: true }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  groups: [
    {
      label: ['物料', 'Material'],
      fields: [
        'itemCode',
        'itemName',
        'itmsGrpCod',
        'itmsGrpNam',
        'materialType',
        'spec',
        'manufacturerId',
        'unit',
        'barcode',
        'packBarcode',
        'packQty',
        'imageFile',
      ],
    },
    { label: ['价格', 'Prices'], fields: ['salePrice', 'costPrice', 'inWarrantyPrice'] },
    { label: ['库存', 'Stock'], fields: ['trackMode', 'minStock', 'maxStock', 'defaultWarehouseId'] },
    { label: ['质保与旧件', 'Warranty and old parts'], fields: ['warrantyMonths', 'returnOld'] },
    { label: ['SAP', 'SAP'], fields: ['validFor', 'sapUpdateTime', 'remark'] },
  ],
  views: {
    active: { label: ['有效', 'Active'], filter: { validFor: 'true' } },
    parts: { label: ['配件', 'Parts'], filter: { materialType: 'part' } },
    consumables: { label: ['耗材', 'Consumables'], filter: { materialType: 'consumable' } },
    units: { label: ['整机', 'Units'], filter: { materialType: 'unit' } },
    old: { label: ['旧件需返还', 'Old part to be returned'], filter: { returnOld: 'true' } },
  },
  card: ['itemName', 'itemCode', 'spec', 'salePrice', 'unit'],
  menu: { group: 'master', icon: 'package', path: '/maintenance/asbasematerial', sort: 40 },
});
