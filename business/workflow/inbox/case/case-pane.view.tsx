import { type ReactElement, type TouchEvent, useRef } from 'react';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { CaseDiagram } from './case-diagram.view.tsx';
import { CaseHead } from './case-head.view.tsx';
import { CasePaper } from './case-paper.view.tsx';
import { CaseSteps } from './case-steps.view.tsx';
import { CaseStrip } from './case-strip.view.tsx';
import { DecisionBar, Opinion } from './decision-bar.view.tsx';
import { useAmending } from './use-amending.view.tsx';
import { type CaseAddress, useCase } from './use-case.view.tsx';
import { useDeciding } from './use-deciding.view.tsx';
import './case.css';

/** Minimal length of a horizontal swipe that opens the next instance, in pixels. */
const FAR = 90;

interface CasePaneProps extends CaseAddress {
  readonly at: number;
  readonly total: number;
  readonly go?: (by: number) => void;
  readonly back?: () => void;
  /** Called when the task no longer belongs to the caller. */ readonly onGone: () => void;
}

function Waiting(): ReactElement {
  return (
    <div className="case-waiting" aria-busy="true">
      {[70, 45, 90, 60].map((width) => (
        <i key={width} className="skeleton" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

/** One process instance: its paper, deciders, next steps, and the decision. */
export function CasePane({ taskId, processInstanceId, at, total, go, back, onGone }: CasePaneProps): ReactElement {
  const t = useT();
  const phone = usePhone();
  const { data: detail, error, refetch } = useCase({ taskId, processInstanceId });
  const amending = useAmending(detail);
  const deciding = useDeciding(detail, amending, onGone);
  const begin = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const swipe = phone &&
    go && {
      onTouchStart: ({ touches }: TouchEvent) => {
        const touch = touches[0];
        begin.current = { x: touch.clientX, y: touch.clientY };
      },
      onTouchEnd: ({ changedTouches }: TouchEvent) => {
        const touch = changedTouches[0];
        const [right, down] = [touch.clientX - (begin.current?.x ?? 0), touch.clientY - (begin.current?.y ?? 0)];
        if (Math.abs(right) > FAR && Math.abs(right) > 2 * Math.abs(down)) go(right < 0 ? 1 : -1);
      },
    };
  const mayDecide = deciding.may('complete') || deciding.may('resolve');
  return (
    <div className="case" data-phone={phone} {...swipe}>
      <section className="case-middle" aria-label={t(['单据', 'Document'])}>
        <CaseHead detail={detail} at={at} total={total} go={go} back={back} />
        {error ? (
          <div className="table-empty" role="alert">
            <b>{t(['没有读到这个任务', 'This task could not be read'])}</b>
            <span>{error.message}</span>
            <button type="button" className="button" onClick={() => void refetch()}>
              {t(['再试', 'Try again'])}
            </button>
          </div>
        ) : detail ? (
          <CasePaper detail={detail} amending={amending} {...(phone && { strip: <CaseStrip detail={detail} /> })} />
        ) : (
          <Waiting />
        )}
      </section>
      <aside className="case-side" aria-label={t(['审批', 'Approval'])}>
        {detail && (
          <>
            <div className="case-facts">
              {!phone && <CaseSteps detail={detail} />}
              <CaseDiagram detail={detail} open={() => deciding.open('diagram')} />
              {!phone && mayDecide && <Opinion deciding={deciding} isPhone={false} />}
              {!mayDecide && deciding.problem && (
                <p className="field-problem case-said" role="alert">
                  {deciding.problem}
                </p>
              )}
            </div>
            <div className="case-thumb">
              {phone && mayDecide && <Opinion deciding={deciding} isPhone />}
              <DecisionBar deciding={deciding} hasNext={total > 1} isPhone={phone} />
            </div>
          </>
        )}
      </aside>
      {deciding.element}
    </div>
  );
}
