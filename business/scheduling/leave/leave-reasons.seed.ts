import type { Draft } from '#kernel/language/paper.ts';
import type { Chance } from '#business/system/seed/demo-world.seed.ts';
import type { leaveForm } from './leave-form.paper.ts';

type LeaveType = NonNullable<Draft<typeof leaveForm>['leaveType']>;

/** Reasons of the demo company for each kind of leave. */
const REASONS = {
  annual: ['年休假', '年休假，带家人出游', '年休假，回老家探亲'],
  sick: ['感冒发热，就医', '腰伤复诊', '牙科手术，医嘱休息'],
  personal: ['家中老人住院', '孩子家长会', '驾照审验', '回老家办事', '家中装修验收'],
  lieu: ['国庆值班调休', '周日值班调休'],
  training: ['参加热泵厂家培训', '制冷作业证复审培训'],
} as const satisfies Partial<Record<LeaveType, readonly string[]>>;

/** Return one of these kinds of leave, with a reason that fits it. */
export function leaveOf(
  chance: Chance,
  kinds: readonly (keyof typeof REASONS)[],
): { leaveType: keyof typeof REASONS; reason: string } {
  const leaveType = chance.pick(kinds);
  return { leaveType, reason: chance.pick<string>(REASONS[leaveType]) };
}
