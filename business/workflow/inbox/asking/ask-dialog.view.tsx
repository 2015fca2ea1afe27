import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { DialogButtons } from '#kernel/web/dialogs/dialog-buttons.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { AskedCall } from './use-asked-call.view.tsx';

/** A dialog with inputs and one primary button, also pressed by Ctrl+Enter. It shows the refusal of its call. */
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
  /** Label of the button; absent: the title. */ yes?: Label;
  /** Explains the effect of the action. */ help?: Label;
  /** Why the action is not possible now; empty if it is. */ why?: string;
  width?: number;
  call: Pick<AskedCall, 'said' | 'busy'>;
  go: () => void;
  onClose: () => void;
  children: ReactNode;
}): ReactElement {
  const t = useT();
  // Handle Ctrl+Enter before the inputs do, because a picker would open its list on Enter.
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
          <DialogButtons onClose={onClose} disabled={busy || Boolean(why)} title={why || undefined} onClick={go}>
            {t(yes)} <kbd>Ctrl ⏎</kbd>
          </DialogButtons>
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
