import { dict } from '#kernel/fields/dict/dict.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
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
import { documentStatus, sapStatus, shipType, shipWay } from '../dictionaries.ts';
import { shipmentRights } from '../rights.rules.ts';
import { shipmentLifecycle } from './shipment-lifecycle.rules.ts';

/** Goods from a store to a technician: approved, handed over, received. */
export const materialShipment = paper('materialShipment', {
  title: ['物料出货', 'Material shipment'],
  table: 'asmaterialshipments',
  path: 'blade-maintenance/webApi/asmaterialshipments',
  calls: { draft: ['save'] },
  rights: shipmentRights,
  team: { through: 'technicianId', paper: 'technician' },
  mine: ownTechnician,
  caption: 'shipmentNo',
  hint: ['technicianId', 'applyNos'],
  search: ['shipmentNo', 'applyNos', 'trackingNo', 'remark'],
  lifecycle: shipmentLifecycle,
  fields: {
    shipmentNo: paperNumber(['发料单号', 'Shipment no.'], 'FL'),
    materialApplyId: ref('materialApply', ['领料单', 'Request'], { auto: true, filter: 'exact' }),
    applyNos: text(['来源领料单号', 'Request nos.'], { auto: true, list: true, filter: 'like', max: 255 }),
    shipType: dict(shipType, ['发料类型', 'Type'], {
      required: true,
      list: true,
      filter: 'exact',
      example: 'direct',
    }),
    technicianId: ref('technician', ['领料人', 'Technician'], {
      required: true,
      onlyChoice: true,
      list: true,
      filter: 'exact',
    }),
    fromWarehouseId: ref('warehouse', ['发料仓库', 'From'], {
      required: true,
      onlyChoice: true,
      list: true,
      filter: 'exact',
    }),
    toWarehouseId: ref('warehouse', ['收料（个人库）', 'To'], { auto: true, list: true }),
    dispId: ref('dispatchForm', ['派工单', 'Dispatch order'], { filter: 'exact' }),
    shipWay: dict(shipWay, ['交付方式', 'Delivery way'], { list: true, filter: 'exact' }),
    carrier: text(['物流公司', 'Carrier'], { list: true, max: 64 }),
    trackingNo: text(['物流单号', 'Tracking no.'], { list: true, filter: 'like', max: 64, code: true }),
    totalQty: quantity(['总数量', 'Quantity'], { auto: true, list: true }),
    totalAmount: money(['总金额', 'Value'], { auto: true, list: true, readers: 'cost' }),
    documentStatus: dict(documentStatus, ['单据状态', 'State'], { auto: true, list: true, filter: 'exact' }),
    sapStatus: dict(sapStatus, ['SAP状态', 'SAP state'], { auto: true, list: true, filter: 'exact' }),
    sapDocNum: text(['SAP单号', 'SAP document'], { auto: true, list: true, filter: 'like', max: 32 }),
    approvalUser: person(['审批人', 'Approved by'], { auto: true }),
    approvalTime: moment(['审批时间', 'Approved at'], { auto: true, list: true }),
    approvalNote: text(['审批意见', 'Opinion'], { auto: true, max: 255, wide: true }),
    transmitUser: person(['移交人', 'Handed over by'], { auto: true }),
    transmitTime: moment(['移交时间', 'Handed over at'], { auto: true, list: true, filter: 'range' }),
    receiveTime: moment(['签收时间', 'Received at'], { auto: true, list: true }),
    // Not in the design: receipts by the clock, the numbers of receipts and hand-overs, and the origin.
    autoReceived: flag(['自动签收', 'Received by the clock'], { auto: true }),
    receiveCount: integer(['签收次数', 'Receipts'], { auto: true }),
    transmitCount: integer(['移交次数', 'Hand-overs'], { auto: true }),
    byPublish: flag(['下发生成', 'Made by a release'], { auto: true }),
    orderCancelled: flag(['订单已取消', 'Work order cancelled'], { computed: true, list: true }),
    closeTime: moment(['关闭时间', 'Closed at'], { auto: true, list: true }),
    printCount: integer(['打印次数', 'Prints'], { auto: true }),
    remark: text(['备注', 'Remark'], { list: true, max: 500, wide: true }),
  },
  lines: { lines: { paper: 'materialShipmentLine', parent: 'materialShipmentsId', needed: true } },
  groups: [
    {
      label: ['发料', 'Shipment'],
      fields: [
        'shipmentNo',
        'shipType',
        'technicianId',
        'fromWarehouseId',
        'toWarehouseId',
        'materialApplyId',
        'applyNos',
        'dispId',
        'byPublish',
        'orderCancelled',
        'remark',
      ],
    },
    { label: ['合计', 'Totals'], fields: ['totalQty', 'totalAmount'] },
    { label: ['审批', 'Approval'], fields: ['documentStatus', 'approvalUser', 'approvalTime', 'approvalNote'] },
    {
      label: ['移交', 'Hand-over'],
      fields: [
        'shipWay',
        'carrier',
        'trackingNo',
        'transmitUser',
        'transmitTime',
        'transmitCount',
        'receiveTime',
        'receiveCount',
        'autoReceived',
        'closeTime',
        'printCount',
      ],
    },
    { label: ['SAP', 'SAP'], fields: ['sapStatus', 'sapDocNum'] },
  ],
  shownWhen: {
    carrier: { field: 'shipWay', is: ['courier'] },
    trackingNo: { field: 'shipWay', is: ['courier'] },
  },
  views: {
    draft: { label: ['待提交', 'To submit'], filter: { documentStatus: 'draft,returned' } },
    toApprove: { label: ['待审批', 'To approve'], filter: { documentStatus: 'submitted' }, worry: true },
    toHandOver: { label: ['待移交', 'To hand over'], filter: { documentStatus: 'approved' } },
    toReceive: {
      label: ['待签收', 'To receive'],
      filter: { documentStatus: 'transmitted', receiveTime_null: '1' },
    },
    toClose: { label: ['待关闭', 'To close'], filter: { documentStatus: 'transmitted', receiveTime_notnull: '1' } },
  },
  buttons: {
    ...costButton,
    approveAbove: { label: ['审批超限直接发料', 'Approve direct shipments above the limit'], roles: ['as_manager'] },
  },
  card: ['shipmentNo', 'documentStatus', 'technicianId', 'applyNos', 'totalQty'],
  menu: { group: 'goods', icon: 'truck', path: '/maintenance/asmaterialshipments', sort: 20 },
  print: true,
  logAs: 'shipment',
});
