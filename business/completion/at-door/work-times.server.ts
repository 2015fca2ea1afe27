import type { FieldProblem } from '#kernel/language/refusal.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { OPEN_VISIT_STATES } from '#business/dispatch/visit/visit-states.rules.ts';
import type { visit } from '#business/dispatch/visit/visit.paper.ts';
import { refuse } from '../refusals.ts';
import { addMinutes } from '#kernel/language/days.ts';
import type { completion } from '../completion/completion.paper.ts';

type Completion = Row<typeof completion>;
type Visit = Row<typeof visit>;

const problem = (field: string, zh: string, en: string): FieldProblem => ({ field, words: [zh, en] });

/**
 * Refuse work times before the arrival (for a remote solution, the acceptance) or after the visit ended, apart from a
 * tolerance. A first submission after the end of the visit needs a reason, and its piecework is flagged for review.
 */
export async function assertWorkTimes(context: Context, of: Completion, at: Visit, submitTime: string): Promise<void> {
  const isOver = !OPEN_VISIT_STATES.includes(at.taskStatus);
  if (isOver && !of.submitCount && !of.lateReason)
    throw refuse.lateEntry({
      fields: [problem('lateReason', '任务已结束，补登请填写原因', 'The visit is over: say why it is entered late')],
    });
  const allowed = Number(await context.parameter('as.completion.timeTolerance')) || 0;
  const from = at.arriveTime ?? at.acceptTime ?? at.createTime;
  const to = (isOver ? at.finishTime : null) ?? submitTime;
  const problems = [
    ...(of.startTime < addMinutes(from, -allowed)
      ? [
          problem(
            'startTime',
            `开始时间不能早于 ${from.slice(0, 16)}`,
            `The work did not begin before ${from.slice(0, 16)}`,
          ),
        ]
      : []),
    ...(of.endTime > addMinutes(to, allowed)
      ? [problem('endTime', `结束时间不能晚于 ${to.slice(0, 16)}`, `The work did not end after ${to.slice(0, 16)}`)]
      : []),
  ];
  if (problems.length) throw refuse.workTimes({ words: problems[0].words }, { fields: problems });
}
