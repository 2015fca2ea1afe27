import { dictionary } from '#kernel/language/dictionary.ts';

const sealed = { sealed: true } as const;

export const houseType = dictionary('house_type', ['户型', 'Layout'], {
  r1: ['一室', '1 room'],
  r2: ['二室', '2 rooms'],
  r3: ['三室', '3 rooms'],
  r4: ['四室及以上', '4 rooms or more'],
  duplex: ['复式', 'Duplex'],
  villa: ['别墅', 'Villa'],
});

export const weibaoStatus = dictionary(
  'weibao_status',
  ['维保状态', 'Maintenance cover'],
  {
    none: ['无', 'None', 'grey'],
    in_warranty: ['质保内', 'In warranty', 'green'],
    contract: ['维保中', 'Under contract', 'blue'],
    expired: ['已过保', 'Expired', 'amber'],
  },
  sealed,
);

export const serviceLevel = dictionary('service_level', ['服务等级', 'Service level'], {
  normal: ['普通', 'Normal'],
  silver: ['银卡', 'Silver'],
  gold: ['金卡', 'Gold', 'amber'],
  vip: ['尊享', 'VIP', 'amber'],
});

export const householdStatus = dictionary(
  'household_status',
  ['家庭状态', 'State of a home'],
  {
    pending: ['待激活', 'Pending', 'amber'],
    active: ['已激活', 'Active', 'green'],
    disabled: ['已停用', 'Disabled', 'red'],
    moved_out: ['已迁出', 'Moved out', 'violet'],
  },
  sealed,
);

export const ezvizStatus = dictionary(
  'ezviz_status',
  ['萤石授权', 'EZVIZ authorisation'],
  {
    none: ['未授权', 'None', 'grey'],
    authorized: ['已授权', 'Authorised', 'green'],
    expired: ['已过期', 'Expired', 'amber'],
    revoked: ['已撤销', 'Revoked', 'red'],
  },
  sealed,
);

export const clientRole = dictionary(
  'client_role',
  ['家庭角色', 'Role at home'],
  {
    owner: ['户主', 'Owner'],
    admin: ['管理员', 'Admin'],
    member: ['成员', 'Member'],
    guest: ['访客', 'Guest'],
  },
  sealed,
);

export const clientApproveStatus = dictionary(
  'client_approve_status',
  ['审核状态', 'Approval'],
  {
    pending: ['待审核', 'Pending', 'amber'],
    approved: ['已通过', 'Approved', 'green'],
    rejected: ['已驳回', 'Rejected', 'red'],
    removed: ['已移出', 'Detached', 'grey'],
  },
  sealed,
);

export const visitStatus = dictionary(
  'visit_status',
  ['回访状态', 'Call-back'],
  { not_visited: ['未回访', 'Not called yet', 'amber'], visited: ['已回访', 'Called back', 'green'] },
  sealed,
);

export const opinionType = dictionary('opinion_type', ['反馈类型', 'Kind of feedback'], {
  bug: ['故障', 'Fault', 'red'],
  suggest: ['建议', 'Suggestion'],
  consult: ['咨询', 'Question'],
  complaint: ['投诉', 'Complaint', 'amber'],
});

export const feedbackStatus = dictionary(
  'feedback_status',
  ['处理状态', 'State'],
  {
    pending: ['待处理', 'Pending', 'amber'],
    processing: ['处理中', 'Under way', 'blue'],
    replied: ['已回复', 'Replied', 'green'],
    closed: ['已关闭', 'Closed', 'grey'],
  },
  sealed,
);

export const bindStatus = dictionary(
  'bind_status',
  ['绑定状态', 'Binding'],
  {
    unbound: ['未绑定', 'Not bound', 'amber'],
    bound: ['已绑定', 'Bound', 'green'],
    ignored: ['已忽略', 'Ignored', 'grey'],
  },
  sealed,
);
