import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '../words/words.ts';
import { dismiss, useToasts } from './toasts.ts';
import './toast.css';

const marks = { good: CircleCheck, bad: CircleAlert, plain: Info };

/** The sentences at the top of the screen: one per cause, gone by themselves. */
export function ToastList(): ReactElement {
  const t = useT();
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((one) => {
        const Mark = marks[one.kind];
        return (
          <div key={one.id} className={`toast toast-${one.kind}`} data-toast={one.kind}>
            <Mark size={16} aria-hidden />
            <span>{one.text}</span>
            {one.button && <button type="button" className="link" onClick={() => { dismiss(one.id); one.button?.run(); }}>{one.button.label}</button>}
            <button type="button" className="icon-button small" aria-label={t(['关闭提示', 'Close message'])} onClick={() => dismiss(one.id)}><X size={14} aria-hidden /></button>
          </div>
        );
      })}
    </div>
  );
}
