import { type ReactElement, useId, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { addSigners, delegateTask, transferTask } from '../../work/verbs.calls.ts';

const RowPicker = withControls(() => import('#kernel/web/pickers/row-picker.tsx').then((module) => module.RowPicker));

/** Ways to bring others into a task. */
export type HandOver = 'addSign' | 'transfer' | 'delegate';

const WORDS: Readonly<Record<HandOver, { readonly title: Label; readonly who: Label; readonly help: Label }>> = {
  addSign: {
    title: ['加签', 'Add signers'],
    who: ['请谁一起审', 'Who signs too'],
    help: ['加签人也要作出决定', 'They decide as well'],
  },
  transfer: {
    title: ['转办', 'Hand over'],
    who: ['转给谁', 'To whom'],
    help: ['任务不再是你的', 'The task is no longer yours'],
  },
  delegate: {
    title: ['委派', 'Delegate'],
    who: ['请谁先准备', 'Who prepares it'],
    help: ['对方交回后由你决定', 'It comes back to you for the decision'],
  },
};

const POSITIONS: readonly (readonly [string, Label])[] = [
  ['before', ['他先审，再回到我', 'Before me']],
  ['parallel', ['与我同时', 'Beside me']],
  ['after', ['我同意后由他审', 'After me']],
];

interface HandOverDialogProps {
  readonly how: HandOver;
  readonly taskId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks whom a task is given to or who signs too, and does it. */
export function HandOverDialog({ how, taskId, onClose, onDone }: HandOverDialogProps): ReactElement {
  const t = useT();
  const id = useId();
  const [people, setPeople] = useState<readonly string[]>([]);
  const [position, setPosition] = useState('parallel');
  const [comment, setComment] = useState('');
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const words = WORDS[how];
  const go = async (): Promise<void> => {
    if (busy) return;
    if (people.length === 0) return setSaid(t(['请选择人员', 'Choose somebody']));
    setBusy(true);
    try {
      const asking = { key: key.current, quiet: true };
      if (how === 'addSign') await askCall(addSigners, { taskId, userIds: [...people], position, comment }, asking);
      else
        await askCall(how === 'transfer' ? transferTask : delegateTask, { taskId, userId: people[0], comment }, asking);
      onDone();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      setSaid(error.message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(words.title)}
      onClose={onClose}
      keys={[{ keys: 'Ctrl+Enter', label: words.title, typing: true, run: () => void go() }]}
      foot={
        <>
          <span className="quiet">{t(words.help)}</span>
          <span className="spring" />
          <button type="button" className="button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
          <button type="button" className="button strong" disabled={busy} onClick={() => void go()}>
            {t(words.title)} <kbd>Ctrl ⏎</kbd>
          </button>
        </>
      }
    >
      <div
        className="dialog-fields"
        onKeyDownCapture={(event) => {
          // The picker would take Enter for itself and open its list.
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          void go();
        }}
      >
        <div className="field">
          <span>{t(words.who)}</span>
          <RowPicker
            paper="user"
            value={people}
            many={how === 'addSign'}
            onChange={(ids) => {
              setPeople(ids);
              setSaid('');
            }}
            label={t(words.who)}
            attributes={{ autoFocus: true }}
          />
        </div>
        {how === 'addSign' && (
          <div className="case-choices" role="radiogroup" aria-label={t(['加签方式', 'When they sign'])}>
            {POSITIONS.map(([value, label]) => (
              <label key={value} className="tick">
                <input type="radio" name={id} checked={position === value} onChange={() => setPosition(value)} />
                {t(label)}
              </label>
            ))}
          </div>
        )}
        <div className="field">
          <label htmlFor={`${id}-why`}>{t(['说明', 'Comment'])}</label>
          <textarea
            id={`${id}-why`}
            className="plain-input"
            rows={3}
            maxLength={2000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </div>
        {said && (
          <p className="field-problem" role="alert">
            {said}
          </p>
        )}
      </div>
    </Dialog>
  );
}
