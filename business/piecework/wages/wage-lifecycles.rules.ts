import { text } from '#kernel/fields/text/text.ts';
import { lifecycle } from '#kernel/language/lifecycle.ts';
import { wageDisputeStatus, wageLineStatus, wagePeriodStatus, wageStatus } from '../dictionaries.ts';
import { refuse } from '../refusals.ts';

const must = text(['原因', 'Reason'], { required: true, max: 255, wide: true });

/** A wage period, step by step to the pay day. */
export const periodLifecycle = lifecycle({
  field: 'periodStatus',
  states: wagePeriodStatus,
  actions: {
    calculate: { label: ['计算', 'Calculate'], from: ['open', 'calculated'], to: 'calculated', roles: ['as_hr'], said: ['已计算', 'Calculated'], icon: 'calculator', prominent: true, batch: false },
    reopen: { label: ['退回开放', 'Open again'], from: ['calculated'], to: 'open', roles: ['as_hr'], asks: { reason: text(['说明', 'Note'], { max: 255, wide: true }) }, said: ['已退回开放', 'Open again'], icon: 'rotate-ccw', batch: false },
    send: { label: ['下发确认', 'Send to sign'], from: ['calculated'], to: 'signing', roles: ['as_hr'], judges: false, confirm: ['下发后技师会收到工资单，请其确认', 'Every technician gets his sheet to sign'], said: ['已下发', 'Sent'], icon: 'send', prominent: true, batch: false },
    approve: { label: ['审批', 'Approve'], from: ['signing'], to: 'approved', roles: ['as_manager'], judges: { of: 'work', no: () => refuse.ownDocument() }, said: ['已审批', 'Approved'], icon: 'check', prominent: true, batch: false },
    pay: { label: ['确认发放', 'Record the payment'], from: ['approved'], to: 'paid', roles: ['as_hr', 'as_finance'], judges: false, confirm: ['确认本期工资已经发出；之后不再改动，更正记入下期', 'The wages of this period were paid; from then on corrections go into the next one'], said: ['已发放', 'Paid'], icon: 'banknote', prominent: true, batch: false },
    close: { label: ['关账', 'Close'], from: ['paid'], to: 'closed', roles: ['as_hr'], asks: { reason: text(['仍有未处理时的原因', 'Why, where something waits'], { max: 255, wide: true }) }, confirm: ['关账后本期计件转为已结算，不能再撤销', 'The pieces of the period are settled with it and cannot be revoked any more'], said: ['已关账', 'Closed'], icon: 'lock', prominent: true, batch: false },
    openAgain: { label: ['重新打开', 'Open the closed one'], from: ['closed'], to: 'paid', roles: ['as_manager'], asks: { reason: must }, said: ['已重新打开', 'Open again'], icon: 'unlock', danger: true, batch: false },
  },
  moves: [['*', 'open', 'periodOpen']],
  ends: ['closed'],
});

/** A wage sheet: signed or disputed by the one it is for. */
export const wageSheetLifecycle = lifecycle({
  field: 'wageStatus',
  states: wageStatus,
  actions: {
    sign: { label: ['确认签字', 'Sign'], from: ['signing'], to: 'signed', roles: ['as_technician'], judges: false, call: { path: 'blade-maintenance/webApi/aspieceworkwages/sign' }, said: ['已签字', 'Signed'], icon: 'check', prominent: true, batch: false },
  },
  moves: [['*', 'draft', 'calculate'], ['draft', 'draft', 'calculate'], ['draft', 'signing', 'send'], ['signing', 'signed', 'unsigned'], ['signing', 'disputed', 'dispute'], ['disputed', 'signing', 'answer'],
    ['signing', 'signing', 'accepted'], ['signed', 'signing', 'accepted'], ['signed', 'approved', 'approve'], ['approved', 'paid', 'pay'], ['draft', 'draft', 'revoke']],
  ends: ['paid'],
});

/** One line of wages: entered ones are approved by somebody else, all others come from approved papers. */
export const wageLineLifecycle = lifecycle({
  field: 'lineStatus',
  states: wageLineStatus,
  actions: {
    submit: { label: ['录入', 'Enter'], from: ['*'], to: 'draft', roles: ['as_hr'], call: { path: 'submit' }, icon: 'file-text' },
    approve: { label: ['审批', 'Approve'], from: ['draft'], to: 'open', roles: ['as_hr', 'as_manager'], judges: { of: 'paper', no: () => refuse.ownDocument() }, call: { path: 'submit', action: 'approve' }, said: ['已审批', 'Approved'], icon: 'check', prominent: true },
    void: { label: ['作废', 'Void'], from: ['draft', 'open'], to: 'voided', roles: ['as_hr', 'as_manager'], call: { path: 'void' }, asks: { reason: must }, said: ['已作废', 'Voided'], icon: 'ban', danger: true, batch: true },
  },
  moves: [['*', 'open', 'source'], ['open', 'locked', 'calculate'], ['*', 'locked', 'calculate'], ['locked', 'open', 'calculate'], ['locked', 'paid', 'pay'], ['open', 'voided', 'calculate'], ['open', 'voided', 'revoke'], ['locked', 'open', 'revoke'], ['locked', 'voided', 'calculate']],
  editable: { draft: 'all' },
  removable: ['draft'],
  ends: ['paid', 'voided'],
});

/** A dispute is open until it is answered. */
export const disputeLifecycle = lifecycle({
  field: 'disputeStatus',
  states: wageDisputeStatus,
  actions: {
    accept: { label: ['采纳', 'Accept'], from: ['open'], to: 'accepted', roles: ['as_hr'], judges: { of: 'paper', no: () => refuse.ownDocument() }, asks: { answer: text(['答复', 'Answer'], { required: true, max: 500, wide: true }) }, said: ['已采纳', 'Accepted'], icon: 'check', prominent: true, batch: false },
    reject: { label: ['驳回', 'Reject'], from: ['open'], to: 'rejected', roles: ['as_hr'], judges: { of: 'paper', no: () => refuse.ownDocument() }, asks: { answer: text(['答复', 'Answer'], { required: true, max: 500, wide: true }) }, said: ['已驳回', 'Rejected'], icon: 'x', danger: true, batch: false },
  },
  moves: [['*', 'open', 'dispute']],
  ends: ['accepted', 'rejected'],
});
