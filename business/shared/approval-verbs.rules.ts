import { text } from '#kernel/fields/text/text.ts';
import type { Fields } from '#kernel/language/field.ts';
import type { Action } from '#kernel/language/lifecycle.ts';

interface ApprovalInput<From extends string, Waiting extends string, Draft extends string> {
  /** States from which the paper is sent for approval. */ readonly from: readonly From[];
  readonly waiting: Waiting;
  /** The state after a rejection or withdrawal. */ readonly draft: Draft;
  /** Roles that send the paper for approval and withdraw it. */ readonly senders: readonly string[];
  /** Roles that reject it while no process is bound to the paper; a bound process decides instead. */
  readonly judges: readonly string[];
  /** Rule of own work: may people reject their own papers? */ readonly own: Action['judges'];
}

/**
 * Return the actions of a paper with its own approval, or with an optional process (`Governed.optional`): send for
 * approval, reject with a reason, withdraw.
 */
export const approvalVerbs = <const From extends string, const Waiting extends string, const Draft extends string>({
  from,
  waiting,
  draft,
  senders,
  judges,
  own,
}: ApprovalInput<From, Waiting, Draft>) => ({
  send: {
    label: ['提交审批', 'Send for approval'] as const,
    from,
    to: waiting,
    roles: senders,
    judges: false as const,
    said: ['已提交审批', 'Sent for approval'] as const,
    icon: 'send' as const,
    prominent: true,
  },
  reject: {
    label: ['驳回', 'Reject'] as const,
    from: [waiting] as const,
    to: draft,
    roles: judges,
    judges: own,
    asks: { note: text(['驳回原因', 'Reason'], { required: true, max: 255, wide: true }) },
    said: ['已驳回', 'Rejected'] as const,
    icon: 'x' as const,
    danger: true,
  },
  withdraw: {
    label: ['撤回', 'Take back'] as const,
    from: [waiting] as const,
    to: draft,
    roles: senders,
    said: ['已撤回', 'Taken back'] as const,
    icon: 'undo-2' as const,
  },
});

interface JudgementInput<Approved extends Fields, From extends 'draft' | 'pending' | 'approved'> {
  /** Roles that approve and reject the paper. */ readonly judges: readonly string[];
  /** Inputs of the approval in addition to the opinion. */ readonly approved: Approved;
  readonly own: Action['judges'];
  readonly cancel: {
    readonly from: readonly From[];
    readonly roles: readonly string[];
  };
}

/**
 * Return the actions of a paper that technicians submit for approval (`approve_status`): submit, approve, reject with a
 * reason, cancel.
 */
export const judgementVerbs = <const Approved extends Fields, const From extends 'draft' | 'pending' | 'approved'>({
  judges,
  approved,
  own,
  cancel,
}: JudgementInput<Approved, From>) => ({
  submit: {
    label: ['提交', 'Submit'] as const,
    from: ['*', 'draft', 'rejected'] as const,
    to: 'pending' as const,
    roles: ['as_technician'],
    call: { path: 'submit' },
    said: ['已提交', 'Submitted'] as const,
    icon: 'send' as const,
    prominent: true,
  },
  approve: {
    label: ['通过', 'Approve'] as const,
    from: ['pending'] as const,
    to: 'approved' as const,
    call: { path: 'approve', by: 'pass', action: 'true' },
    roles: judges,
    judges: own,
    asks: { note: text(['审批意见', 'Opinion'], { max: 255, wide: true }), ...approved },
    said: ['已通过', 'Approved'] as const,
    icon: 'check' as const,
    prominent: true,
  },
  reject: {
    label: ['驳回', 'Reject'] as const,
    from: ['pending'] as const,
    to: 'rejected' as const,
    call: { path: 'approve', by: 'pass', action: 'false' },
    roles: judges,
    judges: own,
    asks: { note: text(['驳回原因', 'Reason'], { required: true, max: 255, wide: true }) },
    said: ['已驳回', 'Rejected'] as const,
    icon: 'x' as const,
    danger: true,
  },
  cancel: {
    label: ['撤销', 'Take back'] as const,
    from: cancel.from,
    to: 'cancelled' as const,
    roles: cancel.roles,
    call: { path: 'submit', action: 'cancel' },
    said: ['已撤销', 'Taken back'] as const,
    icon: 'ban' as const,
  },
});
