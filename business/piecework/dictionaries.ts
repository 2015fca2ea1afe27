import { dictionary } from '#kernel/language/dictionary.ts';

export const processType = dictionary('process_type', ['工序类型', 'Process kind'], {
  visit: ['上门', 'Call-out'],
  install: ['安装', 'Installation'],
  repair: ['维修', 'Repair'],
  maintain: ['保养', 'Maintenance'],
  clean: ['清洗', 'Cleaning'],
  commission: ['调试', 'Commissioning'],
  other: ['其他', 'Other'],
});

export const pieceUnit = dictionary('piece_unit', ['计件单位', 'Piece unit'], {
  unitU: ['台', 'unit'],
  time: ['次', 'time'],
  m: ['米', 'm'],
  m2: ['平方米', 'm²'],
  loop: ['路', 'loop'],
  point: ['点', 'point'],
  set: ['套', 'set'],
  hour: ['小时', 'hour'],
  kg: ['公斤', 'kg'],
});

export const inconformReason = dictionary('inconform_reason', ['不符合原因', 'Non-conformity'], {
  noStandard: ['无计件标准', 'No piece rate'],
  money: ['收款不符', 'Money'],
  photo: ['照片缺失', 'Photos'],
  tooShort: ['用时过短', 'Too short'],
  tooLong: ['用时过长', 'Too long'],
  far: ['到达偏离', 'Position'],
  duplicate: ['重复作业', 'Duplicate'],
  rework: ['返修', 'Rework'],
  manual: ['人工改价', 'Manual price'],
  mileage: ['里程异常', 'Mileage'],
  late: ['补登超时', 'Late entry'],
  onLeave: ['请假期间', 'On leave'],
  overQty: ['数量超设备', 'Quantity'],
  complaint: ['客户不满', 'Complaint'],
});

export const pieceCancelReason = dictionary('piece_cancel_reason', ['取消计件原因', 'Why cancelled'], {
  rework: ['返修', 'Rework'],
  goodwill: ['公司承担', 'Goodwill'],
  duplicate: ['重复作业', 'Duplicate'],
  training: ['培训', 'Training'],
  reopened: ['完工重开', 'Completion reopened'],
  other: ['其他', 'Other'],
});

export const collectSource = dictionary('collect_source', ['采集来源', 'Origin'], {
  auto: ['自动匹配', 'Automatic'],
  manual: ['人工', 'Manual'],
  import: ['导入', 'Import'],
});

export const auditAction = dictionary('audit_action', ['审核操作', 'Audit action'], {
  create: ['生成', 'Created'],
  submit: ['提交', 'Submitted'],
  check: ['审核通过', 'Approved'],
  back: ['退回', 'Returned'],
  revoke: ['撤销审核', 'Revoked'],
  cancel: ['取消计件', 'Cancelled'],
  affirm: ['确认计件', 'Confirmed'],
  updateUser: ['调整人员', 'Crew changed'],
  updateContent: ['调整内容', 'Content changed'],
  settle: ['结算', 'Settled'],
});

export const wageLineType = dictionary('wage_line_type', ['工资项目', 'Pay item'], {
  piece: ['计件', 'Piecework'],
  base: ['底薪', 'Base pay'],
  mileage: ['里程补贴', 'Mileage'],
  overtime: ['加班', 'Overtime'],
  duty: ['值班', 'On call'],
  heat: ['高温补贴', 'Heat'],
  marketing: ['营销提成', 'Commission'],
  bonus: ['奖励', 'Bonus'],
  penalty: ['扣款', 'Deduction'],
  toolComp: ['工具赔偿', 'Tool compensation'],
  lossComp: ['物料赔偿', 'Loss compensation'],
  adjust: ['调整', 'Adjustment'],
  carry: ['结转', 'Carried'],
  topUp: ['最低工资补足', 'Top-up'],
});

export const wageLineStatus = dictionary(
  'wage_line_status',
  ['工资明细状态', 'Line state'],
  {
    draft: ['待审批', 'To approve', 'amber'],
    open: ['未结', 'Open', 'grey'],
    locked: ['已入单', 'In a sheet', 'blue'],
    paid: ['已发放', 'Paid', 'green'],
    voided: ['作废', 'Void', 'grey'],
  },
  { sealed: true },
);

export const wageStatus = dictionary(
  'wage_status',
  ['工资单状态', 'Sheet state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    signing: ['待确认', 'To sign', 'amber'],
    disputed: ['有异议', 'Disputed', 'red'],
    signed: ['已确认', 'Signed', 'green'],
    approved: ['已审批', 'Approved', 'green'],
    paid: ['已发放', 'Paid', 'green'],
  },
  { sealed: true },
);

export const wagePeriodStatus = dictionary(
  'wage_period_status',
  ['期间状态', 'Period state'],
  {
    open: ['开放', 'Open', 'blue'],
    calculated: ['已计算', 'Calculated', 'blue'],
    signing: ['确认中', 'Signing', 'blue'],
    approved: ['已审批', 'Approved', 'green'],
    paid: ['已发放', 'Paid', 'green'],
    closed: ['已关账', 'Closed', 'grey'],
  },
  { sealed: true },
);

export const wageDisputeKind = dictionary('wage_dispute_kind', ['异议类型', 'Dispute kind'], {
  missing: ['漏计', 'Missing'],
  qty: ['数量', 'Quantity'],
  price: ['单价', 'Price'],
  share: ['分配比例', 'Share'],
  coef: ['系数', 'Factor'],
  mileage: ['里程', 'Mileage'],
  deduct: ['扣款', 'Deduction'],
  other: ['其他', 'Other'],
});

export const wageDisputeStatus = dictionary(
  'wage_dispute_status',
  ['异议状态', 'Dispute state'],
  {
    open: ['待答复', 'To answer', 'amber'],
    accepted: ['已采纳', 'Accepted', 'green'],
    rejected: ['已驳回', 'Rejected', 'red'],
  },
  { sealed: true },
);
