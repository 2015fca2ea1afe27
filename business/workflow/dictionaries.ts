import { dictionary } from '#kernel/language/dictionary.ts';

export const leaveFlowState = dictionary(
  'leave_flow_state',
  ['请假流程状态', 'State of a leave process'],
  {
    running: ['审批中', 'In approval', 'amber'],
    approved: ['已通过', 'Approved', 'green'],
    rejected: ['未通过', 'Not approved', 'red'],
    cancelled: ['已终止', 'Ended', 'grey'],
  },
  { sealed: true },
);
