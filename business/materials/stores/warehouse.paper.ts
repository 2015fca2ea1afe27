import { department } from '#kernel/fields/department/department.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { materialArea, warehouseType } from '../dictionaries.ts';
import { storeMasterRights } from '../rights.rules.ts';
import { virtualTypes } from './posting.rules.ts';

/** A place of items: a store, a technician's van, or a virtual one for customers and suppliers. */
export const warehouse = paper('warehouse', {
  title: ['仓库', 'Warehouse'],
  table: 'aswarehouse',
  path: 'blade-maintenance/webApi/aswarehouse',
  rights: storeMasterRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'warehouseName',
  hint: ['warehouseCode', 'warehouseType'],
  search: ['warehouseCode', 'warehouseName', 'address'],
  once: [
    {
      by: ['warehouseType'],
      where: { warehouseType: virtualTypes },
      words: ['此虚拟仓库已存在', 'This virtual warehouse exists already'],
    },
    {
      by: ['technicianId'],
      where: { warehouseType: ['person'] },
      words: ['该技师已有个人库', 'This technician has a van already'],
    },
  ],
  fields: {
    warehouseCode: text(['仓库编码', 'Warehouse code'], {
      required: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 32,
      code: true,
    }),
    warehouseName: text(['仓库名称', 'Warehouse'], { required: true, list: true, filter: 'like', max: 64 }),
    warehouseType: dict(warehouseType, ['类型', 'Type'], {
      required: true,
      list: true,
      filter: 'exact',
      example: 'area',
      help: [
        '虚拟仓库代表公司之外，由系统建立',
        'Virtual warehouses stand for the world outside; the product makes them',
      ],
    }),
    materialArea: dict(materialArea, ['物料区域', 'Material area'], { list: true, filter: 'exact' }),
    deptId: department(['所属部门', 'Department'], { filter: 'exact' }),
    technicianId: ref('technician', ['所属技师', 'Technician'], { list: true, filter: 'exact' }),
    sapWhsCode: text(['SAP仓库代码', 'SAP warehouse'], { list: true, filter: 'exact', max: 8, code: true }),
    keeperId: person(['保管员', 'Keeper'], { list: true, filter: 'exact' }),
    allowNegative: flag(['允许负库存', 'May go negative'], {
      list: true,
      filter: 'exact',
      initial: false,
      help: ['仅用于尚未盘清的仓库', 'Only for warehouses that are not counted yet'],
    }),
    address: text(['地址', 'Address'], { max: 200 }),
  },
  groups: [
    {
      label: ['仓库', 'Warehouse'],
      fields: ['warehouseCode', 'warehouseName', 'warehouseType', 'materialArea', 'sapWhsCode', 'address'],
    },
    { label: ['归属', 'Belongs to'], fields: ['deptId', 'technicianId', 'keeperId', 'allowNegative'] },
  ],
  views: {
    places: { label: ['总仓与区域仓', 'Main and area'], filter: { warehouseType: 'main,area' } },
    vans: { label: ['个人库', 'Vans'], filter: { warehouseType: 'person' } },
    old: { label: ['旧件与报废', 'Old parts and scrap'], filter: { warehouseType: 'old,scrap' } },
    virtual: { label: ['虚拟', 'Virtual'], filter: { warehouseType: 'customer,supplier,adjust' } },
  },
  card: ['warehouseName', 'warehouseType', 'keeperId', 'technicianId'],
  menu: { group: 'master', icon: 'warehouse', path: '/maintenance/aswarehouse', sort: 46 },
});
