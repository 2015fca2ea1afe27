import { Check, X } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { session } from '#kernel/web/session/session.ts';
import { stepWord } from './case-steps.view.tsx';
import type { TaskDetail } from './use-case.view.tsx';

/** The deciders side by side for a phone, with their comments below. */
export function CaseStrip({ detail }: { detail: TaskDetail }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { flow, process } = detail;
  const row = useRef<HTMLOListElement>(null);
  const tasks = flow.filter((one) => one.historyActivityType === 'userTask').length;
  useEffect(() => {
    if (row.current) row.current.scrollLeft = row.current.scrollWidth;
  }, [flow]);
  return (
    <section className="case-strip">
      <h2>
        {process.endTime ? t(['已结束', 'Over']) : t([`走到第 ${tasks} 步`, `At step ${tasks}`])}{' '}
        <small className="quiet">{process.processDefinitionName}</small>
      </h2>
      <ol ref={row} tabIndex={0} aria-label={t(['谁决定过', 'Who decided'])}>
        {flow.map((step) => {
          const isMine = !step.endTime && step.assignee === session()?.userId;
          const [word, tone] = stepWord(step, isMine);
          const isStart = step.historyActivityType === 'startEvent';
          return (
            <li key={step.id} data-tone={tone} data-start={isStart || undefined}>
              <i aria-hidden>
                {isMine ? t(['我', 'Me']) : tone === 'red' ? <X size={15} /> : step.endTime ? <Check size={15} /> : '…'}
              </i>
              <b>{step.assigneeName || (isStart ? process.starterName : step.historyActivityName)}</b>
              <small className="quiet">{t(word)}</small>
              <small className="quiet">{shortMoment(step.endTime || step.createTime, language)}</small>
            </li>
          );
        })}
      </ol>
      {flow
        .filter((step) => step.comment)
        .map((step) => (
          <p key={step.id}>
            {step.assigneeName}
            {t(['：', ': '])}
            {step.comment}
          </p>
        ))}
    </section>
  );
}
