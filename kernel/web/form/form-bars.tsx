import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { lowered } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { Faces } from '../detail/presence/faces.tsx';
import { useBePresent, useOthers } from '../detail/presence/presence.ts';
import { rowCaption } from '../registry/row-caption.ts';
import type { WireRow } from '../registry/rows.ts';
import { useLanguage, useT } from '../i18n/words.ts';
import { hasDraft, type useSaving } from './use-saving.ts';

interface HeadProps {
  readonly of: AnyPaper;
  readonly row: WireRow | null;
  readonly onClose: () => void;
}

/** Head of a form: its title, who else has the row open, the close button. */
export function FormHead({ of, row, onClose }: HeadProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  useBePresent(of, row?.id, true);
  const others = useOthers(of, row ? [row.id] : []);
  return (
    <header className="panel-bar">
      <h2>
        {row
          ? t([`编辑${of.title[0]}`, `Edit ${lowered(of.title[1])}`])
          : t([`新增${of.title[0]}`, `New ${lowered(of.title[1])}`])}
      </h2>
      {row && <span className="mono quiet">{rowCaption(of, row, language)}</span>}
      <span className="spring" />
      <Faces others={others} words />
      <button type="button" className="icon-button" aria-label={t(['关闭', 'Close'])} onClick={onClose}>
        <X size={16} aria-hidden />
      </button>
    </header>
  );
}

/** The note in a form that unsaved input was found, which can be restored or discarded. */
export function DraftNote({ onTake, onDrop }: { onTake: () => void; onDrop: () => void }): ReactElement {
  const t = useT();
  return (
    <p className="draft-note">
      {t(['有上次没保存的输入', 'You have unsaved changes from last time'])}{' '}
      <button type="button" className="link" onClick={onTake}>
        {t(['恢复', 'Restore'])}
      </button>
      <button type="button" className="link" onClick={onDrop}>
        {t(['丢弃', 'Discard'])}
      </button>
    </p>
  );
}

interface FootProps extends HeadProps {
  readonly form: { readonly dirty: boolean; readonly changes: number };
  readonly busy: boolean;
  readonly onSave: ReturnType<typeof useSaving>['save'];
}

/** Foot of a form: the save buttons, and the number of changes. */
export function FormFoot({ of, row, form, busy, onSave, onClose }: FootProps): ReactElement {
  const t = useT();
  return (
    <footer className="panel-foot">
      <button type="button" className="button strong" disabled={busy} onClick={() => void onSave()}>
        {t(['保存', 'Save'])} <kbd>Ctrl S</kbd>
      </button>
      {!row && (
        <button type="button" className="button" disabled={busy} onClick={() => void onSave({ another: true })}>
          {t(['保存并继续', 'Save and next'])} <kbd>Ctrl Shift ⏎</kbd>
        </button>
      )}
      {hasDraft(of, row) && (
        <button type="button" className="button" disabled={busy} onClick={() => void onSave({ asDraft: true })}>
          {t(['存为草稿', 'Save as draft'])}
        </button>
      )}
      <button type="button" className="button plain" onClick={onClose}>
        {t(['取消', 'Cancel'])}
      </button>
      <span className="spring" />
      {form.dirty && <span className="quiet">{t([`改了 ${form.changes} 项`, `${form.changes} changed`])}</span>}
    </footer>
  );
}
