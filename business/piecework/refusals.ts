import { no, refusals } from '#kernel/language/refusal.ts';

/** Every “no” of piece-work and wages, in the words that the person reads. */
export const refuse = refusals('maintenance', {
  shareNotWhole: no(400, ['计件分配比例合计必须为 100%', 'The shares must add up to 100 %']),
  periodClosed: no(409, ['该工资期间已关账', 'This wage period is closed']),
  noStandard: no(409, ['存在未匹配计件标准的明细', 'A line has no piece-work standard']),
});
