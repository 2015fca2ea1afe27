import { type ReactElement, useId, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { ChoiceRow } from '#kernel/web/pickers/choice/choice-row.tsx';
import { addSigners, delegateTask, removeSigners, sendCopiesByHand, transferTask } from '../../work/verbs.calls.ts';
import type { TaskDetail } from './use-case.view.tsx';

const RowPicker = withControls(() => import('#kernel/web/pickers/row-picker.tsx').then((module) => module.RowPicker));

/** Ways to bring others into a task or its case, or to take them out. */
export type HandOver = 'addSign' | 'removeSign' | 'transfer' | 'delegate' | 'cc';

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
  removeSign: {
    title: ['减签', 'Take signers off'],
    who: ['不再请谁审', 'Who signs no more'],
    help: ['只能减去由这个任务加上的人', 'Those whom this task asked'],
  },
  cc: {
    title: ['抄送', 'Send copies'],
    who: ['抄送给谁', 'To whom'],
    help: ['对方可以看这张单据和审批过程', 'They may read this case, nothing else'],
  },
};

const MANY: readonly HandOver[] = ['addSign', 'cc'];

const POSITIONS: readonly (readonly [string, Label])[] = [
  ['before', ['他先审，再回到我', 'Before me']],
  ['parallel', ['与我同时', 'Beside me']],
  ['after', ['我同意后由他审', 'After me']],
];

interface HandOverDialogProps {
  readonly how: HandOver;
  readonly detail: TaskDetail;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** People who signed on, to be taken off again. */
function Signers({
  of,
  chosen,
  choose,
  label,
}: {
  of: TaskDetail['signers'];
  chosen: readonly string[];
  choose: (ids: readonly string[]) => void;
  label: string;
}): ReactElement {
  return (
    <div className="case-choices" role="group" aria-label={label}>
      {of.map((one, at) => (
        <label key={one.userId} className="tick">
          <input
            type="checkbox"
            checked={chosen.includes(one.userId)}
            data-autofocus={at === 0 || undefined}
            onChange={(event) =>
              choose(event.target.checked ? [...chosen, one.userId] : chosen.filter((userId) => userId !== one.userId))
            }
          />
          {one.name}
        </label>
      ))}
    </div>
  );
}

/** Asks whom a task is given to, who signs too or reads the case, and does it. */
export function HandOverDialog({ how, detail, onClose, onDone }: HandOverDialogProps): ReactElement {
  const t = useT();
  const id = useId();
  const taskId = detail.task?.taskId ?? '';
  const [people, setPeople] = useState<readonly string[]>(
    how === 'removeSign' && detail.signers.length === 1 ? [detail.signers[0].userId] : [],
  );
  const [position, setPosition] = useState('parallel');
  const [comment, setComment] = useState('');
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const words = WORDS[how];
  const choose = (ids: readonly string[]): void => {
    setPeople(ids);
    setSaid('');
  };
  const go = async (): Promise<void> => {
    if (busy) return;
    if (people.length === 0) return setSaid(t(['请选择人员', 'Choose somebody']));
    setBusy(true);
    try {
      const asking = { key: key.current, quiet: true };
      const userIds = [...people];
      if (how === 'addSign') await askCall(addSigners, { taskId, userIds, position, comment }, asking);
      else if (how === 'removeSign') await askCall(removeSigners, { taskId, userIds, comment }, asking);
      else if (how === 'cc')
        await askCall(
          sendCopiesByHand,
          { processInstanceId: detail.process.processInstanceId, userIds, comment },
          asking,
        );
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
          {how === 'removeSign' ? (
            <Signers of={detail.signers} chosen={people} choose={choose} label={t(words.who)} />
          ) : (
            <RowPicker
              paper="user"
              value={people}
              many={MANY.includes(how)}
              onChange={choose}
              label={t(words.who)}
              attributes={{ autoFocus: true }}
            />
          )}
        </div>
        {how === 'addSign' && (
          <div className="field">
            <span>{t(['加签方式', 'When they sign'])}</span>
            <ChoiceRow
              label={t(['加签方式', 'When they sign'])}
              items={POSITIONS.map(([key, label]) => ({ key, label: t(label) }))}
              value={position}
              onChange={setPosition}
            />
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
