import type { Label } from '#kernel/language/label.ts';
import type { CustomerAnswer, PageChoice } from '#business/customers/guest/guest-words.rules.ts';

/** A stage of a planned visit, as its customer sees it. `open` alone takes a reply. */
export type PlanStage = 'open' | 'late' | 'arranged' | 'suspended' | 'done' | 'cancelled';

/** Facts of a planned visit by which its stage is decided. Days are `yyyy-MM-dd`. */
export interface StageFacts {
  readonly planStatus: string;
  readonly schemeStatus: string;
  readonly hasOrder: boolean;
  readonly lastDay: string;
  readonly today: string;
}

/** Return the stage of a planned visit. */
export function planStage({ planStatus, schemeStatus, hasOrder, lastDay, today }: StageFacts): PlanStage {
  if (planStatus === 'done') return 'done';
  if (planStatus === 'cancelled' || planStatus === 'skipped') return 'cancelled';
  if (hasOrder || planStatus === 'dispatched') return 'arranged';
  if (schemeStatus === 'suspended') return 'suspended';
  if (schemeStatus !== 'active') return 'cancelled';
  return lastDay <= today ? 'late' : 'open';
}

/** Headlines of the stages. */
export const HEADLINES: Readonly<Record<PlanStage, Label>> = {
  open: ['该上门保养了', 'A maintenance visit is due'],
  late: ['约的时间过了，我们会联系您', 'The time is over. We will contact you'],
  arranged: ['上门已经安排了', 'Your visit is arranged'],
  suspended: ['服务暂停，这次先不上门', 'Your service is suspended: no visit for now'],
  done: ['这次保养做好了', 'This visit is done'],
  cancelled: ['这次保养已取消', 'This visit is cancelled'],
};

/** Replies that a customer may send. */
export const REPLIES = ['agree', 'later', 'refuse', 'wrong'] as const;
export type PlanReply = (typeof REPLIES)[number];

/** Return a reply in the words of its page. `time`: the day and slot that were agreed. */
export const replyWords = (reply: PlanReply, time: Label): Label =>
  ({
    agree: [`您选了${time[0]}`, `You chose ${time[1]}`] as const,
    later: ['您想改到别的时间，我们会联系您', 'You wish a later time. We will contact you'] as const,
    refuse: ['您这次不需要保养', 'You do not want this visit'] as const,
    wrong: ['您说信息不对，我们会联系您', 'You said that the data is wrong. We will contact you'] as const,
  })[reply];

/**
 * The page of a planned visit, as its customer sees it: an allow-list. It has no phone but the company's, no address, no
 * id and no name.
 */
export interface PlanPage {
  readonly company: string;
  readonly servicePhone: string;
  readonly headline: Label;
  readonly subject: Label;
  readonly when: Label | null;
  readonly answers: readonly CustomerAnswer[];
  readonly mayReply: boolean;
  readonly days: readonly PageChoice[];
  readonly slots: readonly PageChoice[];
  /** Text that differs after each change of the visit, so that a further reply is no repeat. */
  readonly turn: string;
}
