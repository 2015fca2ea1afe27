import { dictionary } from '#kernel/language/dictionary.ts';

export const pushChannel = dictionary('push_channel', ['推送渠道', 'Channel'], {
  app: ['APP推送', 'App'],
  wechat: ['微信订阅', 'WeChat'],
  wechatDevice: ['微信设备消息', 'WeChat device'],
  sms: ['短信', 'SMS'],
  voice: ['语音', 'Voice call'],
  todo: ['客服待办', 'Staff to-do'],
  inner: ['站内信', 'Internal'],
});

export const smsScene = dictionary('sms_scene', ['短信场景', 'SMS scene'], {
  repair: ['报修', 'Request'],
  appoint: ['预约', 'Appointment'],
  depart: ['出发', 'Departure'],
  code: ['验收码', 'Acceptance code'],
  finish: ['完工', 'Finished'],
  comment: ['评价', 'Rating'],
  plan: ['保养', 'Plan'],
  supplies: ['耗材', 'Consumable'],
  delay: ['延期', 'Delay'],
  urge: ['催单', 'Chaser'],
  answer: ['催单答复', 'Answer to a chaser'],
  redo: ['重新上门', 'To be done again'],
  pay: ['收款', 'Payment'],
  care: ['关怀', 'Care'],
  staff: ['内部', 'Staff'],
});

export const smsAudit = dictionary(
  'sms_audit',
  ['平台审核', 'Provider audit'],
  {
    none: ['未提交', 'Not sent', 'grey'],
    auditing: ['审核中', 'In audit', 'amber'],
    pass: ['通过', 'Passed', 'green'],
    reject: ['驳回', 'Rejected', 'red'],
  },
  { sealed: true },
);

export const smsStatus = dictionary(
  'sms_status',
  ['短信状态', 'SMS state'],
  {
    waiting: ['待发', 'Waiting', 'amber'],
    sent: ['已发', 'Sent', 'blue'],
    arrived: ['送达', 'Delivered', 'green'],
    failed: ['失败', 'Failed', 'red'],
    blocked: ['拦截', 'Blocked', 'red'],
  },
  { sealed: true },
);

export const messageEvent = dictionary('message_event', ['消息事件', 'Event'], {
  repairSubmitted: ['新报修', 'New request'],
  visitCreated: ['新任务', 'New visit'],
  visitTransferred: ['任务转派', 'Visit transferred'],
  visitMoved: ['任务改期', 'Visit moved'],
  visitCancelled: ['任务取消', 'Visit cancelled'],
  visitRefused: ['技师拒单', 'Visit refused'],
  visitRecalled: ['任务收回', 'Visit recalled'],
  completionSubmitted: ['完工待确认', 'Completion submitted'],
  sentBack: ['退回重填', 'To correct'],
  redo: ['退回重办', 'To redo'],
  slaWarning: ['时效预警', 'SLA warning'],
  slaBreach: ['时效超时', 'SLA breach'],
  urge: ['催单', 'Chaser'],
  planTodo: ['保养待办', 'Plan to-do'],
  delayDecided: ['延期审批结果', 'Delay decided'],
  materialReturned: ['领料退回', 'Application returned'],
  materialReady: ['物料备好', 'Goods ready'],
  materialHandedOver: ['物料已移交', 'Goods handed over'],
  sapFailed: ['SAP异常', 'SAP failure'],
  cashOpen: ['现金未交', 'Cash not handed over'],
  pieceReturned: ['计件退回', 'Piece returned'],
  pieceApproved: ['计件通过', 'Piece approved'],
  pieceCancelled: ['计件取消', 'Piece cancelled'],
  wageToSign: ['工资单待确认', 'Payslip to sign'],
  crewChanged: ['分配调整', 'Shares changed'],
  wageAnswered: ['异议已答复', 'Dispute answered'],
  wagePaid: ['工资已发放', 'Wages paid'],
  badRating: ['差评', 'Bad rating'],
  leaveToJudge: ['请假待审批', 'Leave to judge'],
  delayToJudge: ['延期待审批', 'Delay to judge'],
  leaveDecided: ['请假审批结果', 'Leave decided'],
  toolDue: ['工具到期', 'Tool due'],
  certificateDue: ['证书到期', 'Certificate expiring'],
  followUp: ['跟进到期', 'Follow-up due'],
  mention: ['提到我', 'Mentioned'],
  report: ['报表已生成', 'Report ready'],
  system: ['系统提醒', 'System'],
});
