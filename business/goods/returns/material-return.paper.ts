import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { money } from '#kernel/fields/money/money.ts';
import { paperNumber } from '#kernel/fields/paper-number/paper-number.ts';
import { person } from '#kernel/fields/person/person.ts';
import { quantity } from '#kernel/fields/quantity/quantity.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { ownTechnician } from '#business/masterdata/own-jobs.rules.ts';
import { costButton } from '#business/materials/rights.rules.ts';
import { byPhone } from '../apply/apply-lifecycle.rules.ts';
import { documentStatus, returnType, sapStatus } from '../dictionaries.ts';
import { returnRights } from '../rights.rules.ts';
import { returnLifecycle } from './return-lifecycle.rules.ts';

/** Material that a technician gives back to a store. */
export const materialReturn = paper('materialReturn', {
  title: ['退料单', 'Material return'],
  table: 'asreturnedmaterials',
  path: 'blade-maintenance/webApi/asreturnedmaterials',
  calls: { draft: ['save'] },
  rights: returnRights,
  team: { through: 'technicianId', paper: 'technician' },
  mine: ownTechnician,
  caption: 'returnNo',
  hint: ['technicianId', 'returnType'],
  search: ['returnNo', 'remark'],
  lifecycle: returnLifecycle,
  extras: { at: byPhone },
  fields: {
    returnNo: paperNumber(['退料单号', 'Return no.'], 'TL'),
    returnType: dict(returnType, ['退料类型', 'Type'], { required: true, list: true, filter: 'exact' }),
    technicianId: ref('technician', ['退料人', 'Technician'], {
      required: true,
      onlyChoice: true,
      list: true,
      filter: 'exact',
    }),
    fromWarehouseId: ref('warehouse', ['退出（个人库）', 'From'], { auto: true, filter: 'exact' }),
    toWarehouseId: ref('warehouse', ['接收仓库', 'To'], {
      required: true,
      onlyChoice: true,
      list: true,
      filter: 'exact',
    }),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { filter: 'exact' }),
    materialShipmentsId: ref('materialShipment', ['原发料单', 'Original shipment'], { filter: 'exact' }),
    // Not in the design: the phone's time of a return that waited for the network.
    submitTime: moment(['提交时间', 'Submitted at'], { auto: true, list: true }),
    totalQty: quantity(['总数量', 'Quantity'], { auto: true, list: true }),
    totalAmount: money(['总金额', 'Value'], { auto: true, list: true, readers: 'cost' }),
    documentStatus: dict(documentStatus, ['单据状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    sapStatus: dict(sapStatus, ['SAP状态', 'SAP state'], { auto: true, list: true, filter: 'exact' }),
    sapDocNum: text(['SAP单号', 'SAP document'], { auto: true, list: true, max: 32 }),
    examineUser: person(['审核人', 'Inspected by'], { auto: true }),
    examineTime: moment(['审核时间', 'Inspected at'], { auto: true, list: true }),
    examineNote: text(['审核意见', 'Opinion'], { auto: true, list: true, max: 255, wide: true }),
    transmitTime: moment(['移交时间', 'Taken over at'], { auto: true, list: true, filter: 'range' }),
    closeTime: moment(['关闭时间', 'Closed at'], { auto: true, list: true }),
    printCount: integer(['打印次数', 'Prints'], { auto: true }),
    remark: text(['备注', 'Remark'], { list: true, max: 500, wide: true }),
  },
  lines: { lines: { paper: 'materialReturnLine', parent: 'returnId', needed: true } },
  relatedBy: [
    { lines: 'lines', field: 'completionId' },
    { lines: 'lines', field: 'materialId' },
  ],
  groups: [
    {
      label: ['退料', 'Return'],
      fields: [
        'returnNo',
        'returnType',
        'technicianId',
        'fromWarehouseId',
        'toWarehouseId',
        'dispId',
        'materialShipmentsId',
        'remark',
      ],
    },
    { label: ['合计', 'Totals'], fields: ['totalQty', 'totalAmount'] },
    {
      label: ['检验与入库', 'Inspection'],
      fields: [
        'documentStatus',
        'submitTime',
        'examineUser',
        'examineTime',
        'examineNote',
        'transmitTime',
        'closeTime',
        'printCount',
      ],
    },
    { label: ['SAP', 'SAP'], fields: ['sapStatus', 'sapDocNum'] },
  ],
  views: {
    toInspect: { label: ['待检验', 'To inspect'], filter: { documentStatus: 'submitted' }, worry: true },
    toTakeOver: { label: ['待入库', 'To take over'], filter: { documentStatus: 'approved' } },
    toClose: { label: ['待关闭', 'To close'], filter: { documentStatus: 'transmitted' } },
    oldParts: { label: ['旧件', 'Old parts'], filter: { returnType: 'old' } },
  },
  buttons: costButton,
  columns: [
    'returnNo',
    'documentStatus',
    'technicianId',
    'returnType',
    'totalQty',
    'toWarehouseId',
    'createTime',
    'transmitTime',
  ],
  card: ['returnNo', 'documentStatus', 'technicianId', 'returnType', 'totalQty'],
  menu: { group: 'goods', icon: 'undo-2', path: '/maintenance/asreturnedmaterials', sort: 30 },
  print: true,
  logAs: 'returned',
});
