import { dictionary } from '#kernel/language/dictionary.ts';

export const documentStatus = dictionary(
  'document_status',
  ['单据状态', 'Document state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    submitted: ['待审核', 'To examine', 'amber'],
    approved: ['已审核', 'Approved', 'blue'],
    returned: ['已退回', 'Sent back', 'red'],
    published: ['已下发', 'Released', 'blue'],
    partShipped: ['部分发货', 'Partly shipped', 'cyan'],
    shipped: ['已发货', 'Shipped', 'green'],
    transmitted: ['已移交', 'Handed over', 'violet'],
    closed: ['已关闭', 'Closed', 'grey'],
    cancelled: ['已取消', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const applyType = dictionary('apply_type', ['领料类型', 'Request type'], {
  job: ['工单领料', 'For a work order'],
  stockUp: ['备货', 'Stock-up'],
  project: ['安装工程', 'Project'],
  exchange: ['以旧换新', 'Exchange'],
});

export const lineStatus = dictionary(
  'line_status',
  ['行状态', 'Line state'],
  {
    open: ['未发', 'Open', 'blue'],
    part: ['部分', 'Partly', 'cyan'],
    done: ['已发', 'Done', 'green'],
    closed: ['关闭', 'Closed', 'grey'],
  },
  { sealed: true },
);

export const shipType = dictionary('ship_type', ['发料类型', 'Shipment type'], {
  apply: ['领料发料', 'From a request'],
  direct: ['直接发料', 'Direct'],
  allot: ['调拨', 'Transfer'],
});

export const shipWay = dictionary('ship_way', ['交付方式', 'Delivery way'], {
  pickup: ['自提', 'Pick-up'],
  courier: ['快递', 'Courier'],
  deliver: ['送达', 'Delivered'],
  relay: ['转交', 'Relayed'],
});

export const sapStatus = dictionary(
  'sap_status',
  ['SAP状态', 'SAP state'],
  {
    notNeeded: ['无需推送', 'Not needed', 'grey'],
    none: ['未推送', 'Not pushed', 'blue'],
    queued: ['排队中', 'Queued', 'amber'],
    pushed: ['已推送', 'Pushed', 'green'],
    failed: ['失败', 'Failed', 'red'],
    skipped: ['已跳过', 'Skipped', 'grey'],
  },
  { sealed: true },
);

export const returnType = dictionary('return_type', ['退料类型', 'Return type'], {
  unused: ['未用退回', 'Unused'],
  old: ['旧件返还', 'Old parts'],
  defective: ['不良退回', 'Defective'],
  leave: ['离职清退', 'Leaving'],
});

export const returnReason = dictionary('return_reason', ['退料原因', 'Return reason'], {
  surplus: ['多领', 'Surplus'],
  wrong: ['错领', 'Wrong item'],
  bad: ['来料不良', 'Bad on arrival'],
  old: ['旧件', 'Old part'],
  cancel: ['订单取消', 'Work order cancelled'],
});

export const sapDirection = dictionary('sap_direction', ['方向', 'Direction'], {
  out: ['推送', 'Outbound'],
  in: ['接收', 'Inbound'],
});

export const sapObject = dictionary('sap_object', ['SAP单据', 'SAP object'], {
  OWTR: ['库存转储', 'Stock transfer'],
  OIGE: ['发货', 'Goods issue'],
  OIGN: ['收货', 'Goods receipt'],
  ODLN: ['交货', 'Delivery'],
  ORDN: ['退货', 'Returns'],
  OITW: ['库存', 'Stock'],
  OITM: ['物料', 'Material'],
});

export const toolCategory = dictionary('tool_category', ['工具类别', 'Tool category'], {
  hand: ['手动工具', 'Hand tool'],
  power: ['电动工具', 'Power tool'],
  measure: ['测量仪器', 'Instrument'],
  refrigeration: ['制冷工具', 'Refrigeration'],
  weld: ['焊接', 'Welding'],
  ladder: ['登高', 'Ladder'],
  safety: ['防护', 'Protection'],
  clean: ['清洗设备', 'Cleaning'],
});

export const toolStatus = dictionary(
  'tool_status',
  ['工具状态', 'Tool state'],
  {
    inStock: ['在库', 'In store', 'green'],
    out: ['借出', 'Out', 'blue'],
    repairing: ['维修中', 'In repair', 'amber'],
    calibrating: ['校准中', 'Calibrating', 'amber'],
    lost: ['丢失', 'Lost', 'red'],
    scrapped: ['报废', 'Scrapped', 'grey'],
  },
  { sealed: true },
);

export const toolApplyType = dictionary('tool_apply_type', ['申请类型', 'Tool application'], {
  borrow: ['借用', 'Borrow'],
  keep: ['长期领用', 'Permanent'],
  replace: ['以旧换新', 'Exchange'],
  repair: ['送修', 'Repair'],
});

export const toolApplyStatus = dictionary(
  'tool_apply_status',
  ['工具申请状态', 'Application state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    submitted: ['待审批', 'Submitted', 'amber'],
    approved: ['已审批', 'Approved', 'blue'],
    returned: ['已退回', 'Returned', 'red'],
    handedOut: ['已发放', 'Handed out', 'violet'],
    partReturned: ['部分归还', 'Partly back', 'cyan'],
    closed: ['已结清', 'Settled', 'grey'],
  },
  { sealed: true },
);

export const toolLineStatus = dictionary(
  'tool_line_status',
  ['工具明细状态', 'Line state'],
  {
    open: ['待发', 'Open', 'amber'],
    out: ['已发', 'Out', 'violet'],
    back: ['已还', 'Back', 'green'],
    lost: ['丢失', 'Lost', 'red'],
    damaged: ['损坏', 'Damaged', 'red'],
    cancelled: ['取消', 'Cancelled', 'grey'],
  },
  { sealed: true },
);
