import { dictionary } from '#kernel/language/dictionary.ts';

export const photoCheck = dictionary(
  'photo_check',
  ['照片校验', 'Photo check'],
  {
    none: ['未校验', 'Unchecked', 'grey'],
    pass: ['通过', 'Passed', 'green'],
    warn: ['存疑', 'Doubtful', 'amber'],
    fail: ['不通过', 'Failed', 'red'],
    manual: ['人工通过', 'Passed by hand', 'green'],
  },
  { sealed: true },
);

export const faultCause = dictionary('fault_cause', ['故障原因', 'Fault cause'], {
  wear: ['自然磨损', 'Wear'],
  quality: ['产品质量', 'Product'],
  install: ['安装不当', 'Installation'],
  use: ['使用不当', 'Use'],
  water: ['水质', 'Water'],
  power: ['电源', 'Power'],
  weather: ['天气', 'Weather'],
  lack: ['缺保养', 'No maintenance'],
  firmware: ['程序', 'Firmware'],
  noFault: ['无故障', 'None'],
});

export const serviceMeasure = dictionary('service_measure', ['处理措施', 'Action taken'], {
  adjust: ['调整', 'Adjust'],
  clean: ['清洗', 'Clean'],
  replacePart: ['更换配件', 'Replace part'],
  replaceUnit: ['更换整机', 'Replace unit'],
  refill: ['补液加氟', 'Refill'],
  reset: ['复位升级', 'Reset or update'],
  rewire: ['线路处理', 'Wiring'],
  vent: ['排气', 'Vent'],
  seal: ['堵漏', 'Seal'],
  guide: ['指导', 'Instruct'],
  consumable: ['更换耗材', 'Replace consumable'],
  install: ['安装', 'Install'],
});

export const unpaidReason = dictionary('unpaid_reason', ['未收原因', 'Why open'], {
  later: ['后付', 'Pays later'],
  month: ['月结', 'Monthly'],
  dispute: ['争议', 'Dispute'],
  dissatisfied: ['不满意', 'Dissatisfied'],
  waived: ['减免', 'Waived'],
});

export const extraCharge = dictionary('extra_charge', ['现场加收项目', 'Extra charge'], {
  visit: ['上门费', 'Call-out'],
  highWork: ['高空作业', 'Work at height'],
  access: ['拆装恢复', 'Taking apart and back'],
  emptyRun: ['空跑费', 'Empty run'],
  other: ['其他', 'Other'],
});

export const mileageStatus = dictionary(
  'mileage_status',
  ['里程核对', 'Mileage check'],
  {
    ok: ['正常', 'OK', 'green'],
    explain: ['待说明', 'To explain', 'amber'],
    explained: ['已说明', 'Explained', 'blue'],
    adjusted: ['已调整', 'Adjusted', 'grey'],
  },
  { sealed: true },
);

export const telemetryState = dictionary(
  'telemetry_state',
  ['遥测确认', 'Telemetry'],
  {
    confirmed: ['遥测已确认', 'Confirmed by telemetry', 'green'],
    unconfirmed: ['遥测未确认', 'Not confirmed by telemetry', 'amber'],
  },
  { sealed: true },
);

export const completeStatus = dictionary(
  'complete_status',
  ['完工状态', 'Completion state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    submitted: ['待确认', 'To confirm', 'amber'],
    confirmed: ['已确认', 'Confirmed', 'green'],
    refill: ['退回重填', 'To correct', 'amber'],
    redone: ['退回重办', 'To redo', 'violet'],
  },
  { sealed: true },
);

export const confirmResult = dictionary('confirm_result', ['确认结果', 'Check result'], {
  pass: ['通过', 'Pass'],
  refill: ['退回重填', 'Correct'],
  redo: ['退回重办', 'Redo'],
  reopen: ['重开', 'Reopen'],
});

export const pieceStatus = dictionary(
  'piece_status',
  ['计件状态', 'Piecework state'],
  {
    none: ['未生成', 'None', 'grey'],
    toAffirm: ['待确认', 'To confirm', 'amber'],
    pending: ['待审核', 'To audit', 'amber'],
    returned: ['已退回', 'Returned', 'red'],
    approved: ['已审核', 'Approved', 'green'],
    cancelled: ['已取消', 'Cancelled', 'grey'],
    settled: ['已结算', 'Settled', 'grey'],
  },
  { sealed: true },
);
