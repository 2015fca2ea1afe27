import type { ReactElement, ReactNode } from 'react';
import { useT } from '../i18n/words.ts';

interface DialogButtonsProps {
  /** Text of the button that does the action of the dialog. */
  readonly children: ReactNode;
  readonly disabled?: boolean;
  /** Hint of the button, such as the reason why it is disabled. */
  readonly title?: string | undefined;
  readonly onClose: () => void;
  readonly onClick: () => void;
}

/** Buttons at the foot of a dialog: cancel, and its action. */
export function DialogButtons({ children, disabled, title, onClose, onClick }: DialogButtonsProps): ReactElement {
  const t = useT();
  return (
    <>
      <button type="button" className="button" onClick={onClose}>
        {t(['取消', 'Cancel'])}
      </button>
      <button type="button" className="button strong" disabled={disabled} title={title} onClick={onClick}>
        {children}
      </button>
    </>
  );
}
