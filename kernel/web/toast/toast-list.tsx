import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactElement, useEffect, useSyncExternalStore } from 'react';
import { useT } from '../i18n/words.ts';
import { type Toast, dismiss, useToasts } from './toasts.ts';
import './toast.css';

const marks = { good: CircleCheck, bad: CircleAlert, plain: Info };

const watchSight = (tell: () => void): (() => void) => {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
};
const inSight = (): boolean => !document.hidden;

/** A toast. Its time starts with the first visible frame, and pauses while the window is hidden. */
function ToastBox({ one }: { one: Toast }): ReactElement {
  const t = useT();
  const seen = useSyncExternalStore(watchSight, inSight);
  useEffect(() => {
    if (!seen) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => dismiss(one.id), one.ms);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [one, seen]);
  const Mark = marks[one.kind];
  return (
    <div className={`toast toast-${one.kind}`} data-toast={one.kind}>
      <Mark size={16} aria-hidden />
      <span>{one.text}</span>
      {one.button && (
        <button
          type="button"
          className="link"
          onClick={() => {
            dismiss(one.id);
            one.button?.run();
          }}
        >
          {one.button.label}
        </button>
      )}
      <button
        type="button"
        className="icon-button small"
        aria-label={t(['关闭提示', 'Close message'])}
        onClick={() => dismiss(one.id)}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}

/** The toasts at the top of the screen. Each disappears by itself. */
export function ToastList(): ReactElement {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((one) => (
        <ToastBox key={one.id} one={one} />
      ))}
    </div>
  );
}
