import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { portrait } from '#kernel/web/i18n/portrait.tsx';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { session } from '#kernel/web/session/session.ts';
import type { HistoryStep } from '../../work/flow-shapes.calls.ts';
import { nextNodes } from '../../work/verbs.calls.ts';
import { type CaseAction, actionWords, caseLines } from './case-lines.rules.ts';
import type { TaskDetail } from './use-case.view.tsx';

const FLAGS: Readonly<Record<string, readonly [Label, string]>> = {
  ok: [['同意', 'Approved'], 'green'],
  reject: [['驳回', 'Rejected'], 'red'],
  return: [['退回', 'Returned'], 'amber'],
  auto: [['自动通过', 'Passed by itself'], 'grey'],
};

/** Return the status of a step in a few words, with its colour. */
export function stepWord(step: HistoryStep, isMine: boolean): readonly [Label, string] {
  if (step.historyActivityType === 'startEvent') return [['提交', 'Started it'], 'grey'];
  if (step.historyActivityType === 'endEvent') return [['流程结束', 'Over'], 'grey'];
  if (!step.endTime) return isMine ? [['在办', 'Yours now'], 'blue'] : [['等待中', 'Waiting'], 'amber'];
  if (step.state === 'cancelled') return [['已取消', 'Cancelled'], 'grey'];
  return FLAGS[step.flag] ?? [['已办', 'Done'], 'grey'];
}

function Step({ step, starterName }: { step: HistoryStep; starterName: string }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const isMine = !step.endTime && step.assignee === session()?.userId;
  const [word, tone] = stepWord(step, isMine);
  const isStart = step.historyActivityType === 'startEvent';
  const name = step.assigneeName || (isStart ? starterName || t(['系统', 'System']) : '');
  return (
    <li data-open={!step.endTime}>
      {portrait(isMine ? t(['我', 'Me']) : name || '·', undefined)}
      <span className="case-who">
        {name && <b>{name}</b>} {!isStart && <span className="quiet">{step.historyActivityName}</span>}{' '}
        <em data-tone={tone}>{t(word)}</em>
      </span>
      <time className="quiet">
        {shortMoment(step.endTime || step.createTime, language)}
        {step.historyActivityDurationTime && !isStart && step.endTime
          ? t([`，${step.historyActivityDurationTime}`, `, ${step.historyActivityDurationTime}`])
          : ''}
      </time>
      {step.comment && step.comment !== t(word) && <p>{step.comment}</p>}
    </li>
  );
}

/** An action between the steps, such as a transfer. An action of a node itself has no person. */
function Action({ action }: { action: CaseAction }): ReactElement {
  const t = useT();
  const language = useLanguage();
  return (
    <li data-action>
      <i className="case-dot" aria-hidden />
      <span className="case-who">
        {action.actorName && <b>{action.actorName}</b>} <span className="quiet">{t(actionWords(action))}</span>
      </span>
      <time className="quiet">{shortMoment(action.at, language)}</time>
      {action.comment && !['reassign', 'amend'].includes(action.action) && <p>{action.comment}</p>}
    </li>
  );
}

/** The people who get the next tasks if this task passes, or the end of the instance. */
function Next({ taskId }: { taskId: string }): ReactElement | null {
  const t = useT();
  const { data } = useCall(nextNodes, { taskId, flag: 'ok' }, { quiet: true, retry: false });
  if (!data || (data.nodes.length === 0 && !data.finished)) return null;
  return (
    <>
      {data.nodes.map((node) => (
        <li key={`${node.nodeId} ${node.assigneeName}`} data-next>
          <i className="case-dot" aria-hidden />
          <span className="case-who">
            {t(['同意后 ', 'Then '])}
            <b>{node.nodeName}</b> <span className="quiet">{node.assigneeName}</span>
            {node.isClaimed && <em data-tone="grey">{t(['待签收', 'to claim'])}</em>}
          </span>
        </li>
      ))}
      {data.finished && data.nodes.length === 0 && (
        <li data-next>
          <i className="case-dot" aria-hidden />
          <span className="case-who">{t(['同意后流程结束', 'Then the process is over'])}</span>
        </li>
      )}
    </>
  );
}

/** The deciders with their comments and times, and the next steps. */
export function CaseSteps({ detail }: { detail: TaskDetail }): ReactElement {
  const t = useT();
  const { task, process } = detail;
  const mayDecide = detail.buttons.includes('complete');
  const isOver = process.endTime !== '';
  const outcome: Readonly<Record<string, Label>> = {
    approved: ['已通过', 'Approved'],
    rejected: ['未通过', 'Not approved'],
    withdrawn: ['已撤回', 'Withdrawn'],
    cancelled: ['已终止', 'Ended'],
    completed: ['已结束', 'Over'],
  };
  const ended = process.state === 'completed' ? process.outcome || 'completed' : process.state;
  return (
    <section className="case-steps">
      <h2>
        {t(['谁决定过', 'Who decided'])}
        <span className="spring" />
        <small className="quiet">
          {isOver
            ? t(outcome[ended] ?? ['已结束', 'Over'])
            : process.waitingFor && t([`等 ${process.waitingFor}`, `Waits for ${process.waitingFor}`])}
        </small>
      </h2>
      <ol>
        {caseLines(detail.flow, detail.actions).map((line) =>
          line.kind === 'step' ? (
            <Step key={line.step.id} step={line.step} starterName={process.starterName} />
          ) : (
            <Action key={line.action.id} action={line.action} />
          ),
        )}
        {mayDecide && task && <Next taskId={task.taskId} />}
      </ol>
      {process.deleteReason && (
        <p className="quiet">{t([`终止原因：${process.deleteReason}`, `Ended because: ${process.deleteReason}`])}</p>
      )}
    </section>
  );
}
