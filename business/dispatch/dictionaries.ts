import { dictionary } from '#kernel/language/dictionary.ts';

export const dispatchMode = dictionary('dispatch_mode', ['派工方式', 'Dispatch mode'], {
  manual: ['人工', 'Manual'],
  suggest: ['推荐采纳', 'Suggested'],
  auto: ['自动', 'Automatic'],
  grab: ['抢单', 'Claimed'],
});

export const dispatchStatus = dictionary(
  'dispatch_status',
  ['派工状态', 'Dispatch state'],
  {
    draft: ['待派工', 'To dispatch', 'amber'],
    dispatched: ['已派工', 'Dispatched', 'blue'],
    inProgress: ['进行中', 'In progress', 'cyan'],
    onHold: ['挂起', 'On hold', 'violet'],
    completed: ['已完工', 'Completed', 'green'],
    confirmed: ['已确认', 'Confirmed', 'green'],
    cancelled: ['已取消', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const crewRole = dictionary('crew_role', ['角色', 'Crew role'], {
  lead: ['主修', 'Lead'],
  assist: ['协助', 'Assistant'],
  apprentice: ['学徒', 'Apprentice'],
});

export const taskStatus = dictionary(
  'task_status',
  ['任务状态', 'Visit state'],
  {
    pendingAccept: ['待接单', 'To accept', 'amber'],
    accepted: ['已接单', 'Accepted', 'blue'],
    appointed: ['已预约', 'Appointed', 'blue'],
    traveling: ['已出发', 'On the way', 'cyan'],
    working: ['服务中', 'Working', 'cyan'],
    paused: ['暂停', 'Paused', 'violet'],
    finished: ['已完成', 'Done', 'green'],
    partial: ['部分完成', 'Partly done', 'violet'],
    refused: ['已拒单', 'Refused', 'red'],
    recalled: ['超时回收', 'Recalled', 'red'],
    transferred: ['已转派', 'Transferred', 'violet'],
    confirmed: ['已确认', 'Confirmed', 'green'],
    cancelled: ['已取消', 'Cancelled', 'grey'],
  },
  { sealed: true },
);

export const visitResult = dictionary('visit_result', ['上门结果', 'Visit result'], {
  done: ['处理完成', 'Solved'],
  remote: ['远程解决', 'Solved remotely'],
  checkOnly: ['上门检测', 'Checked only'],
  needParts: ['待配件', 'Needs parts', 'amber'],
  reappoint: ['重新预约', 'New date'],
  needExpert: ['转鉴定', 'Needs expert'],
  needMoreWork: ['未完待续', 'More work'],
  transfer: ['转派', 'Transferred'],
  noAccess: ['客户不在（空跑）', 'No access'],
  refusedPay: ['客户拒付', 'Refuses price'],
  noFault: ['未见故障', 'No fault found'],
});

export const refuseReason = dictionary('refuse_reason', ['拒单原因', 'Refusal reason'], {
  far: ['距离过远', 'Too far'],
  skill: ['技能不符', 'Skill'],
  full: ['工作已满', 'Full'],
  tool: ['缺工具配件', 'No parts'],
  ill: ['身体不适', 'Ill'],
  other: ['其他', 'Other'],
});

export const lockType = dictionary('lock_type', ['排程锁定', 'Schedule lock'], {
  none: ['不锁', 'None'],
  time: ['锁时间', 'Time'],
  person: ['锁人员', 'Person'],
  both: ['全锁', 'Both'],
});
