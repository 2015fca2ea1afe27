import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { AskedCall } from './use-asked-call.view.tsx';

/** A question about processes: its inputs, what was said against the answer, and one strong button that Ctrl Enter presses. */
export function AskDialog({
  title,
  yes = title,
  help,
  why,
  width,
  call: { said, busy },
  go,
  onClose,
  children,
}: {
  title: Label;
  /** What the button says, where it is not the title. */ yes?: Label;
  /** What comes of it. */ help?: Label;
  /** Why it cannot be done now; empty where it can. */ why?: string;
  width?: number;
  call: Pick<AskedCall, 'said' | 'busy'>;
  go: () => void;
  onClose: () => void;
  children: ReactNode;
}): ReactElement {
  const t = useT();
  // A picker would take Enter for itself and open its list.
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    go();
  };
  return (
    <Dialog
      title={t(title)}
      width={width}
      onClose={onClose}
      keys={[{ keys: 'Ctrl+Enter', label: yes, typing: true, run: go }]}
      foot={
        <>
          {help && <span className="quiet">{t(help)}</span>}
          <span className="spring" />
          <button type="button" className="button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
          <button
            type="button"
            className="button strong"
            disabled={busy || Boolean(why)}
            title={why || undefined}
            onClick={go}
          >
            {t(yes)} <kbd>Ctrl ⏎</kbd>
          </button>
        </>
      }
    >
      <div className="dialog-fields" onKeyDownCapture={press}>
        {children}
        {said && (
          <p className="field-problem" role="alert">
            {said}
          </p>
        )}
      </div>
    </Dialog>
  );
}
