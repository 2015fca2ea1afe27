import { type ReactElement, useState } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogButtons } from '../../dialogs/dialog-buttons.tsx';
import { Refused } from '../../http/refused.ts';
import type { OwnView } from '../../query/list-settings.ts';
import { toast } from '../../toast/toasts.ts';
import { useT } from '../../i18n/words.ts';
import { renameView } from './views.ts';

/** The dialog that renames a view. A name that is already used is refused at its input. */
export function RenameViewDialog({
  of,
  view,
  onClose,
  onRenamed,
}: {
  of: AnyPaper;
  view: OwnView;
  onClose: () => void;
  onRenamed: (name: string) => void;
}): ReactElement {
  const t = useT();
  const [name, setName] = useState(view.name);
  const [problem, setProblem] = useState('');
  const next = name.trim();
  const save = async (): Promise<void> => {
    if (!next || next === view.name) {
      onClose();
      return;
    }
    try {
      await renameView(of, view, next);
      toast.good(t(['视图已保存', 'View saved']));
      onRenamed(next);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Dialog
      title={t(['重命名视图', 'Rename the view'])}
      width={400}
      onClose={onClose}
      foot={
        <DialogButtons
          onClose={onClose}
          disabled={!next}
          title={next ? undefined : t(['先填新的名称', 'Enter a new name first'])}
          onClick={() => void save()}
        >
          {t(['保存', 'Save'])}
        </DialogButtons>
      }
    >
      <form
        className="plain-field"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label htmlFor="view-rename">{t(['视图名称', 'Name of the view'])}</label>
        <input
          id="view-rename"
          className="plain-input"
          maxLength={20}
          value={name}
          aria-invalid={problem !== ''}
          aria-describedby={problem ? 'view-rename-told' : undefined}
          onChange={(event) => {
            setName(event.target.value);
            setProblem('');
          }}
        />
        {problem && (
          <p id="view-rename-told" className="field-problem" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}
