import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { visit as visitPaper } from '../../visit/visit.paper.ts';
import type { BoardVisit } from '../board.calls.ts';
import { pickVisit, put } from '../state/board-store.view.tsx';
import { takeSeveralBack } from '../state/back-in-pool.view.tsx';
import { clockOf, useWords } from '../state/words.view.tsx';
import { NOT_STARTED } from '../timeline/timeline.rules.ts';

/** The visits that are picked together, and the button that takes them back into the pool. */
export function SeveralVisits({ visits }: { visits: readonly BoardVisit[] }): ReactElement {
  const t = useT();
  const words = useWords();
  const may = useMay(visitPaper);
  const free = visits.filter((one) => NOT_STARTED.includes(one.state));
  return (
    <aside className="details" aria-label={t(['已选任务', 'Selected visits'])}>
      <header className="details-head">
        <b>{t([`已选 ${visits.length} 个任务`, counted(visits.length, 'visit')])}</b>
        <span className="spring" />
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['清除选择', 'Clear'])}
          onClick={() => put({ pickedVisits: [], visitId: null })}
        >
          <X size={15} aria-hidden />
        </button>
      </header>
      <div className="details-body">
        <ul className="several">
          {visits.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.customerName}</b>{' '}
                <small className="quiet">
                  {clockOf(one.from)}–{clockOf(one.to)} · {words.state.of(one.state)}
                </small>
                {!free.includes(one) && (
                  <small className="amber-text">{t(['已出发或已结束，不能退回', 'Under way or over: it stays'])}</small>
                )}
              </span>
              <button
                type="button"
                className="icon-button small"
                aria-label={t([`不选 ${one.customerName}`, `Leave ${one.customerName} out`])}
                onClick={() => pickVisit(one.id)}
              >
                <X size={13} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <footer className="details-foot">
        {may('backToPool') && (
          <button
            type="button"
            className="button strong send"
            disabled={free.length === 0}
            onClick={() => void takeSeveralBack(free)}
          >
            {t([`退回工单池 ${free.length} 单`, `Take ${free.length} back into the pool`])}
          </button>
        )}
      </footer>
    </aside>
  );
}
