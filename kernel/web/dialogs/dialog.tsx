import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type Binding, useKeys } from '../shortcuts/keys.ts';
import { useT } from '../i18n/words.ts';
import { useFocusInside } from './focus-inside.ts';
import './dialogs.css';

interface DialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly width?: number;
  readonly foot?: ReactNode;
  readonly lead?: ReactNode;
  readonly keys?: readonly Binding[];
  /** The dialog must be answered: it has no close button, and a press beside it does not close it. */
  readonly must?: boolean;
  /** The dialog fills the window. */
  readonly full?: boolean;
}

/** A modal dialog in front of everything else. */
export function Dialog({
  title,
  children,
  onClose,
  width = 480,
  foot,
  lead,
  keys = [],
  must,
  full,
}: DialogProps): ReactElement {
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const keepFocus = useFocusInside(box);
  useKeys(
    [
      ...keys,
      {
        keys: 'Escape',
        label: ['关闭', 'Close'],
        typing: true,
        silent: true,
        run: () => {
          if (!must) onClose();
        },
      },
    ],
    { modal: true },
  );
  return createPortal(
    <div
      className="dialog-ground"
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && !must) onClose();
      }}
    >
      <div
        ref={box}
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        data-full={full}
        style={{ width: full ? '100%' : width }}
        tabIndex={-1}
        onKeyDown={keepFocus}
      >
        <header className="dialog-head">
          {lead}
          <h2 id={id}>{title}</h2>
          {!must && (
            <button type="button" className="icon-button" onClick={onClose} aria-label={t(['关闭', 'Close'])}>
              <X size={16} aria-hidden />
            </button>
          )}
        </header>
        <div className="dialog-body">{children}</div>
        {foot && <footer className="dialog-foot">{foot}</footer>}
      </div>
    </div>,
    document.body,
  );
}
