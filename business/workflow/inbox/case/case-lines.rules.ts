import type { Label } from '#kernel/language/label.ts';
import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import type { HistoryStep } from '../../work/flow-shapes.calls.ts';
import type { caseAction } from '../../work/work.calls.ts';

export type CaseAction = AnswerOf<typeof caseAction>;

/** A line in the history of a process instance: a step of the process, or an action of a person. */
export type CaseLine =
  { readonly kind: 'step'; readonly step: HistoryStep } | { readonly kind: 'action'; readonly action: CaseAction };

/** Return steps in order with the actions between them. An action comes before the first step that started later. */
export function caseLines(steps: readonly HistoryStep[], actions: readonly CaseAction[]): CaseLine[] {
  const lines: CaseLine[] = [];
  let next = 0;
  for (const step of steps) {
    for (; next < actions.length && actions[next].at < step.createTime; next += 1)
      lines.push({ kind: 'action', action: actions[next] });
    lines.push({ kind: 'step', step });
  }
  return [...lines, ...actions.slice(next).map((action): CaseLine => ({ kind: 'action', action }))];
}

/** Return an action on an instance in words that follow the name of the person who took it. */
export function actionWords({ action, people, comment }: Pick<CaseAction, 'action' | 'people' | 'comment'>): Label {
  const words: Readonly<Record<string, Label>> = {
    transfer: [`转办给${people}`, `handed it to ${people}`],
    delegate: [`委派${people}准备`, `asked ${people} to prepare it`],
    resolve: ['准备好，交回', 'prepared it and gave it back'],
    addSign: [`请${people}加签`, `asked ${people} to sign`],
    removeSign: [`减签${people}`, `took ${people} off`],
    urge: [`催办${people}`, `reminded ${people}`],
    amend: [`改了${comment}`, `changed ${comment}`],
    cc: [`抄送给${people}`, `sent a copy to ${people}`],
    retrieve: ['取回了决定', 'took the decision back'],
    withdraw: ['撤回了流程', 'withdrew it'],
    cancel: ['终止了流程', 'ended it'],
    suspend: ['挂起了流程', 'suspended it'],
    activate: ['激活了流程', 'activated it'],
    retry: ['重试了失败的步骤', 'tried the failed step again'],
    standInCircle: [
      `${people}的代理人互相指向，任务交给管理员`,
      `Stand-ins of ${people} lead in a circle: it went to the administrator`,
    ],
    noApprover: [
      `${people}没有审批该单据的权限，任务交给管理员`,
      `${people} may not approve the document: it went to the administrator`,
    ],
    startRefused: [
      `发起人不能发起流程“${comment}”，没有发起`,
      `Its starter may not start the process “${comment}”: it was not started`,
    ],
    reassign: [`${comment}的账号已停用，任务转给${people}`, `${comment} has no account any more: it went to ${people}`],
  };
  return words[action] ?? ['更新了流程', 'changed it'];
}
