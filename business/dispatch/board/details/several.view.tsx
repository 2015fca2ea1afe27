import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { lengthWords } from '#kernel/language/days.ts';
import type { BoardOrder } from '../board.calls.ts';
import { pickOrder, put } from '../state/board-store.view.tsx';
import { useWords } from '../state/words.view.tsx';

/** The orders that are picked together: their list, total minutes, and the ways to dispatch all of them at once. */
export function SeveralDetails({
  orders,
  onHold,
}: {
  orders: readonly BoardOrder[];
  onHold: (() => void) | undefined;
}): ReactElement {
  const t = useT();
  const words = useWords();
  const minutes = orders.reduce((sum, one) => sum + one.minutes, 0);
  return (
    <aside className="details" aria-label={t(['已选工单', 'Selected orders'])}>
      <header className="details-head">
        <b>{t([`已选 ${orders.length} 单`, `${orders.length} orders`])}</b>
        <span className="quiet">{t([`共 ${lengthWords(minutes)[0]}`, `${lengthWords(minutes)[1]} in all`])}</span>
        <span className="spring" />
        <button
          type="button"
          className="icon-button small"
          aria-label={t(['清除选择', 'Clear'])}
          onClick={() => put({ picked: [] })}
        >
          <X size={15} aria-hidden />
        </button>
      </header>
      <div className="details-body">
        <ul className="several">
          {orders.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.customerName}</b> <small className="quiet">{t(lengthWords(one.minutes))}</small>
                <small className="quiet">
                  {words.system.of(one.repairType)} · {one.premisesName ?? one.address}
                </small>
              </span>
              <button
                type="button"
                className="icon-button small"
                aria-label={t([`不选 ${one.customerName}`, `Leave ${one.customerName} out`])}
                onClick={() => pickOrder(one.id)}
              >
                <X size={13} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
        <p className="quiet">
          {t([
            '整组拖到技师的时间上：按顺序一单接一单排，全部派出或都不派。',
            'Drag them onto a technician: one after another, all of them or none.',
          ])}
        </p>
      </div>
      <footer className="details-foot">
        {onHold && (
          <button type="button" className="button strong send" onClick={onHold}>
            {t(['选人与时间', 'Choose row and time'])} <kbd>D</kbd>
          </button>
        )}
      </footer>
    </aside>
  );
}
