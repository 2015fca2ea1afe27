import { dictionary } from '#kernel/language/dictionary.ts';

export const annexMedia = dictionary('annex_media', ['附件类型', 'Media'], {
  image: ['图片', 'Image'],
  video: ['视频', 'Video'],
  audio: ['语音', 'Voice'],
  file: ['文件', 'File'],
  sign: ['签名', 'Signature'],
});

export const repairStatus = dictionary(
  'repair_status',
  ['报修状态', 'Request state'],
  {
    draft: ['草稿', 'Draft', 'grey'],
    submitted: ['待受理', 'To accept', 'amber'],
    accepted: ['已受理', 'Accepted', 'blue'],
    dispatched: ['已派工', 'Dispatched', 'blue'],
    inService: ['服务中', 'In service', 'cyan'],
    finished: ['已完工', 'Finished', 'green'],
    closed: ['已关闭', 'Closed', 'grey'],
    merged: ['已合并', 'Merged', 'violet'],
    rejected: ['已驳回', 'Rejected', 'grey'],
    cancelled: ['已取消', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const cancelReason = dictionary('cancel_reason', ['取消原因', 'Cancel reason'], {
  self: ['客户自行解决', 'Solved by customer'],
  wrong: ['误报', 'False report'],
  price: ['价格不接受', 'Price'],
  time: ['时间不合', 'No time'],
  other: ['其他服务商', 'Other provider'],
  duplicate: ['重复', 'Duplicate'],
  unreachable: ['联系不上', 'Unreachable'],
  area: ['超出范围', 'Out of area'],
});

export const holdReason = dictionary('hold_reason', ['挂起原因', 'Hold reason'], {
  parts: ['等待配件', 'Parts'],
  partsMaker: ['等厂家配件', "Manufacturer's parts"],
  customer: ['客户原因', 'Customer'],
  expert: ['等待鉴定', 'Expert'],
  weather: ['天气', 'Weather'],
  construction: ['现场未具备', 'Site not ready'],
  pay: ['等待付款', 'Payment'],
  other: ['其他', 'Other'],
});

export const urgeLevel = dictionary('urge_level', ['催促程度', 'Follow-up level'], {
  ask: ['询问', 'Ask', 'grey'],
  push: ['催促', 'Push', 'amber'],
  angry: ['强烈不满', 'Angry', 'red'],
  media: ['投诉升级', 'Escalation', 'red'],
});

export const urgeStatus = dictionary(
  'urge_status',
  ['催单状态', 'Follow-up state'],
  {
    open: ['待答复', 'To answer', 'amber'],
    handled: ['已答复', 'Answered', 'green'],
    escalated: ['已升级', 'Escalated', 'red'],
    closed: ['已关闭', 'Closed', 'grey'],
  },
  { sealed: true },
);

export const payer = dictionary('payer', ['费用承担', 'Payer'], {
  customer: ['客户', 'Customer'],
  manufacturer: ['厂家', 'Manufacturer'],
  company: ['公司', 'Company'],
  plan: ['方案', 'Service contract'],
});
