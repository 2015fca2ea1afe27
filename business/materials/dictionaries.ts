import { dictionary } from '#kernel/language/dictionary.ts';

export const materialArea = dictionary('material_area', ['物料区域', 'Material area'], {
  a: ['A区（阀件管件）', 'A valves & pipes'],
  b: ['B区（电控）', 'B controls'],
  c: ['C区（滤芯耗材）', 'C filters'],
  d: ['D区（整机）', 'D units'],
  e: ['E区（工具）', 'E tools'],
  old: ['旧件区', 'Old parts'],
  wait: ['待检区', 'To inspect', 'amber'],
});

export const materialStatus = dictionary('material_status', ['物料状态', 'Condition'], {
  good: ['良品', 'Good'],
  used: ['良品旧', 'Good used'],
  defective: ['不良', 'Defective'],
  scrap: ['报废', 'Scrap'],
  inspecting: ['待检', 'To inspect', 'amber'],
});

export const materialType = dictionary('material_type', ['物料类型', 'Material type'], {
  unit: ['整机', 'Unit'],
  part: ['配件', 'Part'],
  consumable: ['耗材', 'Consumable'],
  accessory: ['辅料', 'Auxiliary material'],
  toolItem: ['低值工具', 'Small tool'],
  service: ['服务', 'Service'],
});

export const unit = dictionary('unit', ['单位', 'Unit'], {
  pcs: ['个', 'pc'],
  set: ['套', 'set'],
  unitU: ['台', 'unit'],
  m: ['米', 'm'],
  m2: ['平方米', 'm²'],
  kg: ['千克', 'kg'],
  l: ['升', 'L'],
  roll: ['卷', 'roll'],
  box: ['盒', 'box'],
  bottle: ['瓶', 'bottle'],
  hour: ['小时', 'hour'],
  time: ['次', 'time'],
});

export const trackMode = dictionary('track_mode', ['管理方式', 'Tracking'], {
  qty: ['数量', 'Quantity'],
  serial: ['序列号', 'Serial no.'],
  batch: ['批次', 'Batch'],
});

export const usageUnit = dictionary('usage_unit', ['用量单位', 'Usage unit'], {
  litre: ['升', 'Litre'],
  hour: ['小时', 'Hour'],
  times: ['次', 'Times'],
  m3: ['立方米', 'm³'],
});

export const warehouseType = dictionary('warehouse_type', ['仓库类型', 'Warehouse type'], {
  main: ['总仓', 'Main'],
  area: ['区域仓', 'Area'],
  person: ['个人库', 'Person'],
  transit: ['在途', 'Transit'],
  old: ['旧件库', 'Old parts'],
  scrap: ['报废库', 'Scrap'],
  customer: ['客户（虚拟）', 'Customer'],
  supplier: ['供应商（虚拟）', 'Supplier'],
  adjust: ['盘点（虚拟）', 'Adjust'],
});

export const stockBillType = dictionary('stock_bill_type', ['库存单据类型', 'Stock bill'], {
  open: ['期初', 'Opening balance'],
  shipment: ['发料', 'Shipment'],
  receive: ['签收', 'Receipt'],
  consume: ['完工用料', 'Consumption'],
  oldPart: ['旧件回收', 'Old part'],
  returnBack: ['退料', 'Return'],
  repel: ['客户退货', 'Customer return'],
  adjust: ['盘点调整', 'Adjust'],
  transfer: ['调拨', 'Transfer'],
  purchase: ['入库', 'Receipt from SAP'],
  scrapOut: ['报废', 'Scrap'],
  reverse: ['冲销', 'Reverse'],
});

export const stockAdjustType = dictionary('stock_adjust_type', ['调整类型', 'Adjustment type'], {
  open: ['期初', 'Opening balance'],
  count: ['盘点', 'Count'],
  transfer: ['调拨', 'Transfer'],
  purchase: ['采购入库', 'Purchase receipt'],
});

export const stockAdjustStatus = dictionary(
  'stock_adjust_status',
  ['调整状态', 'Adjustment state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    pending: ['待审批', 'Waits for approval', 'amber'],
    approved: ['已审批', 'Approved', 'green'],
  },
  { sealed: true },
);

export const stockAlert = dictionary(
  'stock_alert',
  ['库存预警', 'Stock alert'],
  {
    ok: ['正常', 'OK', 'green'],
    low: ['低于安全库存', 'Low', 'amber'],
    none: ['缺货', 'Out', 'red'],
    over: ['超储', 'Over', 'amber'],
    dead: ['呆滞', 'Dead', 'grey'],
  },
  { sealed: true },
);

export const reserveStatus = dictionary(
  'reserve_status',
  ['占用状态', 'Reservation'],
  {
    open: ['占用', 'Reserved', 'blue'],
    consumed: ['已出库', 'Consumed', 'grey'],
    released: ['已释放', 'Released', 'grey'],
  },
  { sealed: true },
);
