import { text } from '#kernel/fields/text/text.ts';
import type { Action } from '#kernel/language/lifecycle.ts';

interface ApprovalInput<From extends string, Waiting extends string, Draft extends string> {
  /** From where it is sent. */ readonly from: readonly From[];
  readonly waiting: Waiting;
  /** Where a rejected one and one that was taken back go. */ readonly draft: Draft;
  /** Who sends it and takes it back. */ readonly senders: readonly string[];
  /** Who rejects it where no process decides. */ readonly judges: readonly string[];
  /** May nobody reject his own? */ readonly own: Action['judges'];
}

/**
 * The verbs of a paper that is approved by itself, or where a process is bound only by that (`Governed.optional`): send for approval,
 * reject with a reason, take back.
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
